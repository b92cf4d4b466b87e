import { academy } from "./academy.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { failLookup } from "./lookup.ts";

test.beforeEach(({ context }) => comeFrom(context, "NG"));

test("the announcement runs once through in 50 seconds, but not under mouse or focus", async ({ page }) => {
  await page.goto("/");
  const banner = page.getByRole("region", { name: "Announcement" });
  const apply = banner.getByRole("link", { name: "Apply" });
  await expect(banner.getByText(academy.announcement).first()).toBeVisible();
  await expect(apply).toHaveCount(1);
  await expect(apply).toHaveAttribute("href", academy.links.mailingList);
  await expect(apply).toHaveAttribute("target", "_blank");

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

test("on a desktop, the bar leads to its pages, and to Enroll for visitors from Nigeria alone", async ({
  page,
  context,
  expectedErrors,
}) => {
  const bar = page.getByRole("navigation", { name: "Main" });
  const phone = academy.phones[0];
  await page.goto("/Pricing");
  for (const [name, address] of Object.entries({
    [`${academy.name}, home`]: "/",
    About: "/About",
    Courses: "/Courses",
    Pricing: "/Pricing",
    Contact: "/Contact",
    Login: academy.links.portal,
    Enroll: "/Signup",
    [`Call ${phone?.display}`]: `tel:${phone?.dial}`,
  })) {
    const link = bar.getByRole("link", { name, exact: true });
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute("href", address);
  }
  await expect(bar.getByRole("button", { name: "Menu" })).toBeHidden();
  await expect(bar.locator("[aria-current=page]")).toHaveText("Pricing");

  const enroll = bar.getByRole("link", { name: "Enroll", exact: true });
  const choose = async (currency: string) => {
    const button = page.getByRole("button", { name: currency }).first();
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
  };
  await choose("Dollars ($)");
  await expect(enroll).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await comeFrom(context, "GH");
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("location"))).toContain("Ghana");
  await expect(enroll).toBeHidden();
  await choose("Naira (N)");
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
    await expect(link("Enroll")).toHaveAttribute("href", "/Signup");
    const place = () => page.locator("h1").evaluate((heading) => heading.getBoundingClientRect().top);
    const placeBefore = await place();
    const expectOpen = async (isOpen: boolean) => {
      await expect(menu).toHaveAttribute("aria-expanded", `${isOpen}`);
      await expect(link("Courses")).toBeVisible({ visible: isOpen });
    };
    await expectOpen(false);
    await menu.tap();
    await expectOpen(true);
    for (const name of ["About", "Courses", "Pricing", "FAQ", "Contact", "My enrolment", "Login", "Enroll"]) {
      await expect(link(name)).toHaveCount(1);
      await expect(page.locator("#bar-links").getByRole("link", { name, exact: true })).toBeVisible();
    }
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

test("the footer leads to the academy's pages and contacts, and shows the visitor's year", async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date("2031-05-05T12:00:00Z"));
  await page.goto("/About");
  const footer = page.getByRole("contentinfo");
  const pages = footer.getByRole("navigation", { name: "Footer" });
  const addresses = ["/About", "/Contact", "/Faqs", "/My-enrolment", "/Policy", "/Terms%26Condition"];
  await expect(pages.getByRole("link")).toHaveCount(addresses.length);
  for (const [index, address] of addresses.entries())
    await expect(pages.getByRole("link").nth(index)).toHaveAttribute("href", address);
  await expect(footer).toContainText(academy.mission);
  expect(academy.phones).toHaveLength(2);
  const contacts = {
    ...Object.fromEntries(academy.phones.map(({ display, dial }) => [display, `tel:${dial}`])),
    [academy.email]: `mailto:${academy.email}`,
    LinkedIn: academy.links.linkedin,
    Twitter: academy.links.twitter,
    Instagram: academy.links.instagram,
  };
  for (const [name, address] of Object.entries(contacts)) {
    await expect(footer.getByRole("link", { name })).toHaveAttribute("href", address);
  }
  await footer.scrollIntoViewIfNeeded();
  await expect(footer).toContainText(`© 2031 ${academy.name}`);
});

test("an address without a page says so and leads home, whatever it looks like", async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const answer = await page.goto("/no-such-page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Not Found", level: 1 })).toBeVisible();
  for (const words of ["Whoops! That page doesn't exist.", "The page you requested could not be found"])
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  for (const path of ["/no/such/page", "/no-such-page/", "/Courses/none", "/course/none"]) {
    const other = await request.get(path);
    expect(other.status(), path).toBe(404);
    expect(await other.text(), path).toBe(await answer?.text());
  }
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL("/");
});
