import type { Page } from "@playwright/test";
import { findingsEverywhere } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const card = (page: Page) => page.getByRole("region", { name: "Next cohort" });
const calendar = (page: Page) => page.getByRole("link", { name: "Add the dates to my calendar" });

/** The page as it would be with a confirmed cohort that starts on 15 February 2027. */
async function confirm(page: Page): Promise<void> {
  await page.route("**/Cohort", async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/data-starts="[^"]*"/, 'data-confirmed data-starts="2027-02-15"')
      .replace(/data-closes="[^"]*"/, 'data-closes="2027-02-12"');
    await route.fulfill({ response, body });
  });
}

for (const [day, badge, words, hasCalendar] of [
  ["2027-01-20", "Open", "Register by Feb 12, 2027: 23 days are left.", true],
  ["2027-02-10", "Last days", "Registration closes on Feb 12, 2027: 2 days are left.", true],
  ["2027-02-13", "Closed", "Registration closed on Feb 12, 2027", true],
  ["2027-02-16", "To be announced", "has no fixed date yet", false],
] as const) {
  test(`the cohort card of a page that was built long ago says ${badge} on ${day}`, async ({ page }) => {
    await confirm(page);
    await page.clock.setFixedTime(new Date(`${day}T12:00:00Z`));
    await page.goto("/Cohort");
    await expect(card(page).getByText(badge, { exact: true })).toBeVisible();
    await expect(card(page)).toContainText(words);
    await expect(calendar(page)).toBeVisible({ visible: hasCalendar });
    expect(await findingsEverywhere(page, [320, 1280])).toEqual([]);
  });
}

test.describe("in New York", () => {
  test.use({ timezoneId: "America/New_York" });
  test("in New York, class times are shown in Lagos time and by the visitor's clock", async ({ page }) => {
    await confirm(page);
    await page.clock.setFixedTime(new Date("2027-01-20T12:00:00Z"));
    await page.goto("/Cohort");
    await expect(card(page)).toContainText("Tuesday and Thursday, 19:00 to 21:00 in Lagos");
    await expect(card(page)).toContainText("13:00 to 15:00 by your clock (America/New York)");
  });
});

test.describe("in Lagos", () => {
  test.use({ timezoneId: "Africa/Lagos" });
  test("in Lagos, class times are shown once, with a note that the clock is the same", async ({ page }) => {
    await page.goto("/Cohort");
    await expect(card(page)).toContainText("To be announced");
    await expect(card(page)).toContainText("Your clock shows Lagos time.");
    await expect(card(page)).not.toContainText("by your clock");
  });
});

for (const width of [320, 360, 768, 1280]) {
  test(`at ${width} px no layout shifts when the cohort card shows today's state`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/_astro/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/Cohort", { waitUntil: "commit" });
    const facts = card(page).getByText("Time a week");
    await facts.waitFor();
    await page.evaluate(() => document.fonts.ready);
    const place = () => facts.evaluate((element) => element.getBoundingClientRect().toJSON());
    const before = await place();
    release();
    await expect(card(page)).toContainText("To be announced");
    const after = await place();
    // Lines are as high as their letters, to a fraction of a pixel that no screen draws.
    for (const side of ["x", "y", "width", "height"] as const)
      expect(Math.abs(after[side] - before[side]), side).toBeLessThan(0.5);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("without JavaScript, the cohort card shows what it takes, and calls nothing open", async ({
    page,
  }) => {
    await page.goto("/Cohort");
    await expect(card(page)).toContainText("Date of the next cohort: Feb 26, 2024.");
    await expect(card(page)).toContainText("hours, classes and practice together");
    await expect(card(page).locator("[data-cohort-badge]")).toBeHidden();
    await expect(calendar(page)).toBeHidden();
  });
});

test("the next cohort's dates are a calendar file", async ({ request }) => {
  const answer = await request.get("/calendar/next-cohort.ics");
  expect(answer.headers()["content-type"]).toContain("text/calendar");
  expect(await answer.text()).toContain("DTSTART;VALUE=DATE:20240226");
});

test("a course is shared on WhatsApp with its own address, and WhatsApp shows its track's card", async ({
  page,
}) => {
  await page.goto("/course/ai-advanced");
  const link = page.getByRole("link", { name: "Share on WhatsApp" });
  const text = new URL((await link.getAttribute("href")) ?? "").searchParams.get("text");
  expect(text).toMatch(/^AI Advanced\nhttps?:\/\/[^/]+\/course\/ai-advanced$/);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    "content",
    /\/cards\/ai-fundamentals\.png$/,
  );
});
