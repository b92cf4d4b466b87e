import type { Page } from "@playwright/test";
import { describeCohort, type NextCohort } from "~/domain/dates/cohort.ts";
import { findingsOfState } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const card = (page: Page) => page.getByRole("region", { name: "Next cohort" });
const tellMe = (page: Page) => page.getByRole("region", { name: "Tell me when it opens" });
const calendar = (page: Page) => page.getByRole("link", { name: "Add the dates to my calendar" });

const COHORT: NextCohort = { starts: "2027-02-15", closes: "2027-02-12", isConfirmed: true };

const ID = "cohort-10";

/**
 * Changes each page to one with a confirmed cohort that starts on 15 February 2027.
 * @param left places, where they are counted
 */
async function confirm(page: Page, left: number | null = null): Promise<void> {
  const counted = left === null ? "" : `data-counted="${ID}" `;
  await page.route("**/prod/seats", (route) => route.fulfill({ json: { left: { [ID]: left } } }));
  await page.route(isDocument, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/data-starts="[^"]*"/g, `data-confirmed ${counted}data-starts="${COHORT.starts}"`)
      .replace(/data-closes="[^"]*"/g, `data-closes="${COHORT.closes}"`)
      .replace(/<dl class="cohort-facts/, `${CALENDAR}$&`);
    await route.fulfill({ response, body });
  });
}

const CALENDAR = `<a href="/calendar/next-cohort.ics" data-cohort-calendar>Add the dates to my calendar</a>`;

/** Touches the page, whose script then updates its facts and marks the currency. */
async function touch(page: Page): Promise<void> {
  await expect(page.locator('.currency-switch [aria-pressed="true"]').first()).toBeAttached();
  await page.mouse.move(4, 4);
  await page.mouse.move(8, 8);
}

test.use({ timezoneId: "America/New_York" });

const isDocument = ({ pathname }: URL) => !/\.\w+$|^\/(json|prod)\b/.test(pathname);

test("every page says the same of the cohort on the last day of registration", async ({ page }) => {
  await confirm(page);
  const day = "2027-02-12";
  await page.clock.setFixedTime(new Date(`${day}T12:00:00Z`));
  const { date, sentence } = describeCohort(COHORT, day);
  for (const path of ["/", "/Cohort", "/Single-course?course=devops", "/course/foundational"]) {
    await page.goto(path);
    await touch(page);
    const cohortTexts = page.locator("[data-cohort-date], [data-cohort-sentence]");
    await expect(page.locator('[data-cohort="last-days"]').first()).toBeAttached();
    const otherTexts = async () =>
      (await cohortTexts.allTextContents()).filter((words) => words !== date && words !== sentence);
    await expect.poll(otherTexts, path).toEqual([]);
    await expect(page.getByText("Registration is closing soon")).toHaveCount(path === "/" ? 1 : 0);
  }
});

test("the cohort card of a page that was built long ago says what is true today", async ({ page }) => {
  for (const [day, left, badge, words, hasCalendar, isTold] of [
    ["2027-01-20", 3, "3 seats left", "Register by Feb 12, 2027: 23 days left.", true, false],
    ["2027-01-20", 0, "Full", "The cohort of Feb 15, 2027 is full.", true, true],
    ["2027-02-13", null, "Closed", "closed on Feb 12, 2027", true, true],
    ["2027-02-16", null, "To be announced", "No date yet.", false, true],
  ] as const) {
    await test.step(`${badge} on ${day}`, async () => {
      await confirm(page, left);
      await page.clock.setFixedTime(new Date(`${day}T12:00:00Z`));
      await page.goto("/Cohort");
      await touch(page);
      await expect(card(page).getByText(badge, { exact: true })).toBeVisible();
      await expect(card(page)).toContainText(words);
      await expect(card(page)).toContainText("Tuesday and Thursday, 19:00 to 21:00 in Lagos");
      await expect(card(page)).toContainText("13:00 to 15:00 on your clock (America/New York)");
      await expect(calendar(page)).toBeVisible({ visible: hasCalendar });
      await expect(tellMe(page)).toBeVisible({ visible: isTold });
      await page.unrouteAll();
    });
  }
});

test.describe("in Lagos", () => {
  test.use({ timezoneId: "Africa/Lagos" });
  test("in Lagos, class times are shown once, with a note that the clock is the same", async ({ page }) => {
    await page.goto("/Cohort");
    await expect(card(page)).toContainText("No date yet. Get it by email, or hold a slot from $9.00.", {
      useInnerText: true,
    });
    await expect(card(page)).toContainText("Same time as your clock.");
    await expect(card(page)).not.toContainText("on your clock");
  });
});

test("no layout shifts when the cohort card shows today's state", async ({ page }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const held = Promise.withResolvers<void>();
    await page.route("**/_astro/*.js", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto("/Cohort", { waitUntil: "commit" });
    const facts = card(page).getByText("Time per week");
    await facts.waitFor();
    await page.evaluate(() => document.fonts.ready);
    const place = () => facts.evaluate((element) => element.getBoundingClientRect().toJSON());
    const placeBefore = await place();
    held.resolve();
    await expect(card(page)).toContainText("on your clock");
    await touch(page);
    await expect(card(page)).toContainText("To be announced");
    const after = await place();
    // Lines are as high as their letters, to a fraction of a pixel that no screen draws.
    for (const side of ["x", "y", "width", "height"] as const)
      expect(Math.abs(after[side] - placeBefore[side]), `${side}, ${width} px wide`).toBeLessThan(0.5);
    await page.unrouteAll();
  }
});

test("a visitor who asks for a mail when registration opens has to confirm the address", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/opening-form/, /ERR_FAILED/);
  await page.route("**/opening-form.*.js", (route) => route.abort());
  await page.goto("/Cohort");
  const form = tellMe(page);
  await form.getByLabel("Email Address").fill("ada@");
  await form.getByRole("button", { name: "Tell me" }).click();
  await expect(form.getByRole("status")).toContainText("We couldn't send this.");
  await page.unroute("**/opening-form.*.js");
  await form.getByRole("button", { name: "Tell me" }).click();
  await expect(form.getByText("Enter an email address like")).toBeVisible();
  await form.getByLabel("Email Address").fill("ada@example.com");
  await form.getByLabel("Course").selectOption("DevOps Full");
  await form.getByRole("button", { name: "Tell me" }).click();
  await expect(form.getByRole("status")).toContainText("open the email we just sent you and confirm");
  expect(await findingsOfState(page)).toEqual([]);
});
