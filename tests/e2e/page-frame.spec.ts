import { academy } from "./academy.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { failLookup } from "./lookup.ts";

test.beforeEach(({ context }) => comeFrom(context, "NG"));

test("the announcement runs once through in 50 seconds, but not under mouse or focus", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  const banner = page.getByRole("region", { name: "Announcement" });
  const apply = banner.getByRole("link", { name: "Apply" });
  const track = banner.locator(".banner-track");
  const expectToBe = (state: string) => expect(track).toHaveCSS("animation-play-state", state);
  const lookElsewhere = async () => {
    await page.mouse.move(600, 800);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  };
  await lookElsewhere();
  await expect(track).toHaveCSS("animation", /^50s linear .*infinite/);
  await expectToBe("running");
  for (const reach of [() => page.mouse.move(300, 20), () => apply.focus()]) {
    await reach();
    await expectToBe("paused");
    await lookElsewhere();
    await expectToBe("running");
  }
  const pause = page.getByRole("button", { name: "Pause the announcement" });
  for (const [isPressed, state] of Object.entries({ true: "paused", false: "running" })) {
    await pause.click();
    await lookElsewhere();
    await expect(pause).toHaveAttribute("aria-pressed", isPressed);
    await expectToBe(state);
  }
});

/** The addresses of a part's links, in their order. */
const linksIn = (html: string, part: RegExp) =>
  [...(part.exec(html)?.[0] ?? "").matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);

test("bar and footer lead to the academy's pages, its portal and its contacts", async ({ request }) => {
  const html = await (await request.get("/Pricing")).text();
  const { links, phones, email } = academy;
  const calls = phones.map(({ dial }) => `tel:${dial}`);
  expect(linksIn(html, /<header.*<\/header>/s)).toEqual(
    expect.arrayContaining([
      "/",
      "/About",
      "/Courses",
      "/Pricing",
      "/Contact",
      "/Signup",
      links.portal,
      calls[0],
    ]),
  );
  expect(linksIn(html, /<footer.*<\/footer>/s)).toEqual(
    expect.arrayContaining([
      "/About",
      "/Contact",
      "/Faqs",
      "/My-enrolment",
      "/Policy",
      "/Terms%26Condition",
      ...calls,
      `mailto:${email}`,
      links.linkedin,
      links.twitter,
      links.instagram,
    ]),
  );
  expect(html).toContain(`href="${links.mailingList}" target="_blank"`);
});

test("on a desktop, Enroll is in the bar for visitors from Nigeria alone", async ({
  page,
  context,
  expectedErrors,
}) => {
  const bar = page.getByRole("navigation", { name: "Main" });
  await page.goto("/Pricing");
  await expect(bar.getByRole("button", { name: "Menu" })).toBeHidden();
  await expect(bar.locator("[aria-current=page]")).toHaveText("Pricing");
  const enroll = bar.getByRole("link", { name: "Enroll", exact: true });
  await page.getByRole("button", { name: "Dollars ($)" }).first().click();
  await expect(enroll).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await comeFrom(context, "GH");
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("location"))).toContain("Ghana");
  await expect(enroll).toBeHidden();

  await page.evaluate(() => localStorage.clear());
  await failLookup(context, expectedErrors);
  const failed = page.waitForEvent("console", (message) => message.text().includes("lookup failed"));
  await page.reload();
  await failed;
  await expect(enroll).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("on a phone, Enroll is beside the closed menu and in the open one, for every visitor", async ({
    page,
    context,
  }) => {
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    const link = (name: string) =>
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
    await comeFrom(context, "US");
    await page.goto("/About");
    const place = () => page.locator("h1").evaluate((heading) => heading.getBoundingClientRect().top);
    const placeBefore = await place();
    const expectOpen = async (isOpen: boolean) => {
      await expect(menu).toHaveAttribute("aria-expanded", `${isOpen}`);
      await expect(link("Courses")).toBeVisible({ visible: isOpen });
    };
    await expectOpen(false);
    await menu.tap();
    await expectOpen(true);
    await expect(page.locator("#bar-links").getByRole("link")).toHaveText([
      "About",
      "Courses",
      "Pricing",
      "FAQ",
      "Contact",
      "My enrolment",
      "Login",
      "Enroll",
    ]);
    expect(await place()).toBe(placeBefore);
    await menu.tap();
    await expectOpen(false);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(link("Enroll")).toBeInViewport({ ratio: 1 });

    await menu.tap();
    await link("Courses").focus();
    await page.keyboard.press("Escape");
    await expectOpen(false);
    await expect(menu).toBeFocused();
    await menu.tap();
    // The page stays, so that what the choice does to the menu can be seen.
    await page.evaluate(() => addEventListener("click", (event) => event.preventDefault(), { once: true }));
    await link("Pricing").tap();
    await expectOpen(false);
  });

  test("on a phone, no page of the journey is wider than the screen", { tag: "@engines" }, async ({
    page,
  }) => {
    for (const path of ["/", "/Pricing", "/Signup"]) {
      await page.goto(path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(360);
    }
  });
});

test("the footer shows the visitor's year", async ({ page }) => {
  await page.clock.setFixedTime(new Date("2031-05-05T12:00:00Z"));
  await page.goto("/About");
  const footer = page.getByRole("contentinfo");
  await footer.scrollIntoViewIfNeeded();
  await expect(footer).toContainText(`© 2031 ${academy.name}`);
});

test("an address without a page is answered with the page that leads home", async ({ request }) => {
  const answer = await request.get("/no-such-page");
  const html = await answer.text();
  expect(answer.status()).toBe(404);
  for (const words of ["Whoops! That page doesn't exist.", "The page you requested could not be found"])
    expect(html).toContain(words);
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>\s*Back to Home/);
  for (const path of ["/no/such/page", "/no-such-page/", "/Courses/none", "/course/none"]) {
    const other = await request.get(path);
    expect(other.status(), path).toBe(404);
    expect(await other.text(), path).toBe(html);
  }
});
