import type { Page } from "@playwright/test";
import { academy } from "./academy.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { failLookup } from "./lookup.ts";

test.beforeEach(({ context }) => comeFrom(context, "NG"));

test.describe("the announcement", () => {
  const banner = (page: Page) => page.getByRole("region", { name: "Announcement" });
  const track = (page: Page) => banner(page).locator(".banner-track");
  const lookElsewhere = async (page: Page) => {
    await page.mouse.move(600, 800);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  };

  test("the announcement invites people to the mailing list and leads to its form in a new tab", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(banner(page).getByText(academy.announcement).first()).toBeVisible();
    const apply = banner(page).getByRole("link", { name: "Apply" });
    await expect(apply).toHaveCount(1);
    await expect(apply).toHaveAttribute("href", academy.links.mailingList);
    await expect(apply).toHaveAttribute("target", "_blank");
  });

  test("the announcement runs once through in 50 seconds and starts again", async ({ page }) => {
    await page.goto("/");
    await lookElsewhere(page);
    await expect(track(page)).toHaveCSS("animation-duration", "50s");
    await expect(track(page)).toHaveCSS("animation-iteration-count", "infinite");
    await expect(track(page)).toHaveCSS("animation-timing-function", "linear");
    await expect(track(page)).toHaveCSS("animation-play-state", "running");
  });

  test("the announcement stops while the mouse is over it", async ({ page }) => {
    await page.goto("/");
    await page.mouse.move(300, 20);
    await expect(track(page)).toHaveCSS("animation-play-state", "paused");
    await lookElsewhere(page);
    await expect(track(page)).toHaveCSS("animation-play-state", "running");
  });

  test("the announcement stops while its link has the focus", async ({ page }) => {
    await page.goto("/");
    await banner(page).getByRole("link", { name: "Apply" }).focus();
    await expect(track(page)).toHaveCSS("animation-play-state", "paused");
    await lookElsewhere(page);
    await expect(track(page)).toHaveCSS("animation-play-state", "running");
  });

  test("the announcement stays still once its button was pressed, until it is pressed again", async ({
    page,
  }) => {
    await page.goto("/");
    const pause = page.getByRole("button", { name: "Pause the announcement" });
    await pause.click();
    await lookElsewhere(page);
    await expect(pause).toHaveAttribute("aria-pressed", "true");
    await expect(track(page)).toHaveCSS("animation-play-state", "paused");
    await pause.click();
    await lookElsewhere(page);
    await expect(pause).toHaveAttribute("aria-pressed", "false");
    await expect(track(page)).toHaveCSS("animation-play-state", "running");
  });
});

test.describe("on a desktop", () => {
  const bar = (page: Page) => page.getByRole("navigation", { name: "Main" });
  const enroll = (page: Page) => bar(page).getByRole("link", { name: "Enroll", exact: true });

  test("on a desktop, the bar leads to every page it names", async ({ page }) => {
    await page.goto("/");
    const addresses = {
      [`${academy.name}, home`]: "/",
      About: "/About",
      Courses: "/Courses",
      Pricing: "/Pricing",
      Contact: "/Contact",
      Login: academy.links.portal,
      Enroll: "/Signup",
    };
    for (const [name, address] of Object.entries(addresses)) {
      await expect(bar(page).getByRole("link", { name, exact: true })).toHaveAttribute("href", address);
    }
    await expect(bar(page).getByRole("button", { name: "Menu" })).toBeHidden();
  });

  test("on a desktop, the bar marks the current page", async ({ page }) => {
    await page.goto("/Pricing");
    await expect(bar(page).locator("[aria-current=page]")).toHaveText("Pricing");
  });

  test("on a desktop, the call sign calls the academy's first phone", async ({ page }) => {
    await page.goto("/");
    const phone = academy.phones[0];
    const call = bar(page).getByRole("link", { name: `Call ${phone?.display}` });
    await expect(call).toBeVisible();
    await expect(call).toHaveAttribute("href", `tel:${phone?.dial}`);
  });

  test("on a desktop, Enroll shows for a visitor from Nigeria", async ({ page }) => {
    await page.goto("/");
    await expect(enroll(page)).toBeVisible();
  });

  test("on a desktop, Enroll does not show for a visitor from the United States", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "US");
    await page.goto("/");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("location"))).toContain("United States");
    await expect(enroll(page)).toBeHidden();
  });

  test("on a desktop, Enroll does not show while the country is unknown", async ({
    page,
    context,
    expectedErrors,
  }) => {
    await failLookup(context, expectedErrors);
    const failed = page.waitForEvent("console", (message) => message.text().includes("lookup failed"));
    await page.goto("/");
    await failed;
    await expect(enroll(page)).toBeHidden();
  });

  test("on a desktop, Enroll goes by the country, not by the currency that the visitor chooses", async ({
    page,
    context,
  }) => {
    await page.goto("/");
    await expect(enroll(page)).toBeVisible();
    await page.getByRole("button", { name: "Dollars ($)" }).click();
    await expect(page.getByRole("button", { name: "Dollars ($)" })).toHaveAttribute("aria-pressed", "true");
    await expect(enroll(page)).toBeVisible();

    await page.evaluate(() => localStorage.clear());
    await comeFrom(context, "GH");
    await page.reload();
    await page.getByRole("button", { name: "Naira (N)" }).click();
    await expect(page.getByRole("button", { name: "Naira (N)" })).toHaveAttribute("aria-pressed", "true");
    await expect(enroll(page)).toBeHidden();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  const menu = (page: Page) => page.getByRole("button", { name: "Menu", exact: true });
  const link = (page: Page, name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

  const inMenu = (page: Page, name: string) =>
    page.locator("#bar-links").getByRole("link", { name, exact: true });

  test("on a phone, Enroll is beside the menu, for a visitor from anywhere", async ({ page, context }) => {
    await comeFrom(context, "US");
    await page.goto("/About");
    await expect(link(page, "Enroll")).toBeInViewport({ ratio: 1 });
    await expect(link(page, "Enroll")).toHaveAttribute("href", "/Signup");
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(link(page, "Enroll")).toBeInViewport({ ratio: 1 });
  });

  test("on a phone, opening the menu moves nothing on the page", async ({ page }) => {
    await page.goto("/About");
    const place = () => page.locator("h1").evaluate((heading) => heading.getBoundingClientRect().top);
    const before = await place();
    await menu(page).tap();
    await expect(link(page, "About")).toBeVisible();
    expect(await place()).toBe(before);
  });

  test("on a phone, Menu opens and closes the links", async ({ page }) => {
    await page.goto("/");
    await expect(menu(page)).toHaveAttribute("aria-expanded", "false");
    await expect(link(page, "About")).toBeHidden();
    await menu(page).tap();
    await expect(menu(page)).toHaveAttribute("aria-expanded", "true");
    for (const name of ["About", "Courses", "Pricing", "Contact", "Login", "Enroll"]) {
      await expect(inMenu(page, name)).toBeVisible();
    }
    await menu(page).tap();
    await expect(menu(page)).toHaveAttribute("aria-expanded", "false");
    await expect(link(page, "About")).toBeHidden();
  });

  test("on a phone, the menu shows Enroll to a visitor from anywhere", async ({ page, context }) => {
    await comeFrom(context, "US");
    await page.goto("/");
    await menu(page).tap();
    await expect(inMenu(page, "Enroll")).toBeVisible();
    await expect(inMenu(page, "Enroll")).toHaveAttribute("href", "/Signup");
  });

  test("on a phone, choosing a link closes the menu", async ({ page }) => {
    await page.goto("/");
    await menu(page).tap();
    // The page stays, so that what the choice does to the menu can be seen.
    await page.evaluate(() => addEventListener("click", (event) => event.preventDefault()));
    await link(page, "Pricing").tap();
    await expect(menu(page)).toHaveAttribute("aria-expanded", "false");
    await expect(link(page, "Pricing")).toBeHidden();
  });

  test("on a phone, the page a link leads to begins with the menu closed", async ({ page }) => {
    await page.goto("/");
    await menu(page).tap();
    await link(page, "Pricing").tap();
    await expect(page.getByRole("heading", { name: "Pricing", level: 1 })).toBeVisible();
    await expect(link(page, "About")).toBeHidden();
  });

  test("on a phone, Escape closes the menu and gives the focus back to its button", async ({ page }) => {
    await page.goto("/");
    await menu(page).tap();
    await link(page, "Courses").focus();
    await page.keyboard.press("Escape");
    await expect(link(page, "Courses")).toBeHidden();
    await expect(menu(page)).toBeFocused();
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

test.describe("the footer", () => {
  test("the footer leads to the academy's pages and says what it is for", async ({ page }) => {
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    const pages = footer.getByRole("navigation", { name: "Footer" });
    const addresses = await pages
      .getByRole("link")
      .evaluateAll((links) => links.map((each) => each.getAttribute("href")));
    expect(addresses).toEqual([
      "/About",
      "/Contact",
      "/Faqs",
      "/My-enrolment",
      "/Policy",
      "/Terms%26Condition",
    ]);
    await expect(footer).toContainText(academy.mission);
  });

  test("the footer gives both phones and the e-mail address, ready to use", async ({ page }) => {
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    expect(academy.phones).toHaveLength(2);
    for (const { display, dial } of academy.phones) {
      await expect(footer.getByRole("link", { name: display })).toHaveAttribute("href", `tel:${dial}`);
    }
    const email = footer.getByRole("link", { name: academy.email });
    await expect(email).toHaveAttribute("href", `mailto:${academy.email}`);
  });

  test("the footer leads to LinkedIn, Twitter and Instagram", async ({ page }) => {
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    const social = { LinkedIn: "linkedin", Twitter: "twitter", Instagram: "instagram" } as const;
    for (const [name, key] of Object.entries(social)) {
      await expect(footer.getByRole("link", { name })).toHaveAttribute(
        "href",
        academy.links[key as keyof typeof academy.links],
      );
    }
  });

  test("the footer shows the year the visitor is in, not the year the site was built", async ({ page }) => {
    await page.clock.setFixedTime(new Date("2031-05-05T12:00:00Z"));
    await page.goto("/");
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(page.getByRole("contentinfo")).toContainText(`© 2031 ${academy.name}`);
  });
});

test("the first Tab offers a way past the bar to the content", async ({ page }) => {
  await page.goto("/Pricing");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

for (const path of ["/no-such-page", "/no/such/page", "/no-such-page/", "/Courses/none", "/course/none"]) {
  test(`${path} says that the page does not exist and leads home`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 404/);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Not Found", level: 1 })).toBeVisible();
    await expect(page.getByText("Whoops! That page doesn't exist.", { exact: true })).toBeVisible();
    await expect(page.getByText("The page you requested could not be found", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  });
}
