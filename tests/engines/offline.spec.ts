import { expect, test } from "./fixtures.ts";
import { named, type Place, type Visitor } from "./visitor.ts";

/** Whether the open page and every file that it has loaded are kept, and the service worker answers for the site. */
function isKept(visitor: Visitor): Promise<boolean> {
  return visitor.ask(`
    const files = performance.getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(({ pathname }) => pathname.startsWith("/_astro/"));
    const kept = await Promise.all([location.pathname, ...files].map((address) => caches.match(address)));
    return navigator.serviceWorker.controller !== null && kept.every(Boolean);`);
}

test("a visited page can be read again without a network, and says that it is a copy", async ({
  visitor,
  line,
}) => {
  await visitor.open("/About");
  await expect
    .poll(async () => {
      // A key that comes before the page listens is the first of several, as it is with people.
      await visitor.key("Tab");
      return isKept(visitor);
    })
    .toBe(true);
  await visitor.open("/Curriculum");
  await expect.poll(() => isKept(visitor)).toBe(true);

  line.cut();
  await visitor.open("/Curriculum?from=a-friend");
  await visitor.see('//aside[@aria-label="Saved copy"]');
  await visitor.see(named.heading("Curriculum"));
  await visitor.open("/devops");
  await visitor.see(named.heading("No network just now"));

  line.mend();
  await visitor.press(named.link("Try again"));
  await visitor.miss(named.heading("No network just now"));
});

test("a price card that is pressed without a network says so, and opens with the next press when it is back", async ({
  visitor,
  line,
}) => {
  const enroll: Place = '//button[contains(@data-pay, "NGN")]';
  await visitor.open("/Pricing");
  await visitor.see(named.text("N194K"));
  line.cut();
  await visitor.press(enroll);
  await visitor.see("//*[@data-load-failed]");
  await visitor.miss("//button[@aria-busy]");
  line.mend();
  await visitor.press(enroll);
  await visitor.see(named.field("Please Input Your Email"));
});
