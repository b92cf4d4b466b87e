import { kinds } from "../fixtures/routes.ts";
import { expect, test } from "./fixtures.ts";
import { hasFocus, named, type Place, type Visitor } from "./visitor.ts";

/** Waits until the lookup has answered: a page that is left before then would log that it failed, in WebKit. */
async function expectLocated(visitor: Visitor): Promise<void> {
  await expect.poll(() => visitor.ask("return localStorage.getItem('location')")).toContain("country");
}

test.describe("on a small phone", () => {
  test.use({ size: { width: 360, height: 740 } });

  const STRETCH = 11;
  for (let start = 0; start < kinds.length; start += STRETCH) {
    const stretch = kinds.slice(start, start + STRETCH);
    test(`on a small phone, no kind of page fails, breaks its policy or scrolls sideways: ${stretch[0]} to ${stretch.at(-1)}`, async ({
      visitor,
    }) => {
      for (const route of stretch) {
        await visitor.open(route);
        await visitor.see("//h1");
        await expectLocated(visitor);
        // Wakes what waits for the visitor: every part of the page comes into view.
        const overhang = await visitor.ask<number>(`
          for (const part of document.querySelectorAll("section, footer")) {
            part.scrollIntoView({ behavior: "instant" });
            await new Promise(requestAnimationFrame);
          }
          return document.documentElement.scrollWidth - document.documentElement.clientWidth;`);
        expect(overhang, route).toBe(0);
      }
    });
  }

  test("on a small phone, Menu opens the links, and Escape closes them and gives the focus back", async ({
    visitor,
  }) => {
    const menu: Place = "//button[@data-menu]";
    const link: Place = '//*[@id="bar-links"]//a[@href="/About"]';
    await visitor.open("/Faqs");
    await visitor.miss(link);
    await visitor.press(menu);
    await visitor.see(link);
    await visitor.key("Tab");
    await visitor.key("Escape");
    await visitor.miss(link);
    await expect.poll(() => hasFocus(visitor, menu)).toBe(true);
  });
});

for (const { country, card, plan } of [
  { country: "NG", card: "N194K", plan: "N194,000" },
  { country: "US", card: "$625", plan: "$625" },
]) {
  test.describe(`a visitor from ${country}`, () => {
    test.use({ country });
    test(`a visitor from ${country} sees ${card} on a price card, and ${plan} in the plan`, async ({
      visitor,
    }) => {
      await visitor.open("/Pricing");
      await visitor.see(named.text(card));
      await expectLocated(visitor);
      await visitor.open("/Plan?course=devops-full");
      await visitor.see(named.text(plan));
    });
  });
}

test("one answer is open at a time, and a second press closes it", async ({ visitor }) => {
  await visitor.open("/Faqs");
  const answer = (number: number): Place => `//*[@id="faq-${number}"]/*[not(self::summary)]`;
  const question = (number: number): Place => `//*[@id="faq-${number}"]/summary`;
  await visitor.press(question(1));
  await visitor.see(answer(1));
  await visitor.press(question(2));
  await visitor.see(answer(2));
  await visitor.miss(answer(1));
  await visitor.press(question(2));
  await visitor.miss(answer(2));
});
