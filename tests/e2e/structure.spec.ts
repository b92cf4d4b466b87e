import type { Page } from "@playwright/test";
import { openState, wakeAll } from "../fixtures/open-state.ts";
import { routes } from "../fixtures/routes.ts";
import { readingOrder, type Stop } from "./ax-tree.ts";
import { expect, test } from "./fixtures.ts";

test.use({ trace: "off", contextOptions: { reducedMotion: "reduce" } });

/** The one page without bar and footer. */
const BARE = "/cityboy/training";
const LANDMARKS = [
  "banner",
  "navigation",
  "main",
  "region",
  "complementary",
  "form",
  "search",
  "contentinfo",
];

async function open(page: Page, path: string): Promise<Stop[]> {
  await openState(page, { name: path, path });
  await wakeAll(page);
  return readingOrder(page);
}

test("on every page the headings go down step by step from one h1", async ({ page }) => {
  test.setTimeout(90_000);
  for (const path of routes) {
    const headings = (await open(page, path)).filter(({ role }) => role === "heading");
    const levels = headings.map(({ level }) => level ?? 0);
    expect(levels[0], path).toBe(1);
    expect(
      levels.filter((level) => level === 1),
      path,
    ).toHaveLength(1);
    const leaps = headings.filter((_, index) => (levels[index] ?? 0) > (levels[index - 1] ?? 0) + 1);
    expect(
      leaps.map(({ name }) => name),
      path,
    ).toEqual([]);
    expect(
      headings.filter(({ name }) => name === ""),
      path,
    ).toEqual([]);
  }
});

test("on every page there is one of each landmark, or they are told apart by name", async ({ page }) => {
  test.setTimeout(90_000);
  for (const path of routes) {
    const landmarks = (await open(page, path)).filter(({ role }) => LANDMARKS.includes(role));
    const count = (wanted: string) => landmarks.filter(({ role }) => role === wanted).length;
    const frame = path === BARE ? 0 : 1;
    expect([count("main"), count("banner"), count("contentinfo")], path).toEqual([1, frame, frame]);
    const names = landmarks.map(({ role, name }) => `${role} ${name}`);
    expect(new Set(names).size, `${path}: ${names}`).toBe(names.length);
    const unnamed = landmarks.filter(
      ({ role, name }) => !["main", "banner", "contentinfo"].includes(role) && !name,
    );
    expect(unnamed, path).toEqual([]);
    await expect(page.locator("html"), path).toHaveAttribute("lang", "en");
  }
});

test("on every page the first Tab offers a way past the bar, and the next one goes on inside the content", async ({
  page,
}) => {
  test.setTimeout(90_000);
  for (const path of routes) {
    await openState(page, { name: path, path });
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to the content" }), path).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main"), path).toBeFocused();
    await page.keyboard.press("Tab");
    const isInside = await page.evaluate(() => document.activeElement?.closest("main") !== null);
    expect(isInside, path).toBe(true);
  }
});

/** What a screen reader must come to, in this order; other things may stand between. */
type Sequence = readonly (readonly [role: string, name: string | RegExp])[];

function expectInOrder(stops: readonly Stop[], sequence: Sequence): void {
  let from = 0;
  for (const [role, name] of sequence) {
    const found = stops.findIndex(
      (stop, index) =>
        index >= from &&
        stop.role === role &&
        (typeof name === "string" ? stop.name === name : name.test(stop.name)),
    );
    const last = stops[from - 1];
    expect(found, `${role} "${name}" after ${last?.role} "${last?.name}"`).toBeGreaterThanOrEqual(from);
    from = found + 1;
  }
}

const BEGINNING: Sequence = [
  ["link", "Skip to the content"],
  ["banner", ""],
  ["region", "Announcement"],
  ["navigation", "Main"],
  ["link", "About"],
  ["link", "Enroll"],
  ["main", ""],
];
const END: Sequence = [
  ["contentinfo", ""],
  ["navigation", "Footer"],
  ["link", "Privacy Policy"],
];

test.describe("a screen reader goes through", () => {
  test("Home from what it is to how to begin", async ({ page }) => {
    expectInOrder(await open(page, "/"), [
      ...BEGINNING,
      ["heading", /From first command to cloud engineer/],
      ["link", "View Courses"],
      ["term", "start to finish"],
      ["StaticText", "16–24 weeks"],
      ["image", /^A line map/],
      ["heading", "Why learn with us"],
      ["heading", "A career in DevOps"],
      ["heading", "In their own words"],
      ["blockquote", ""],
      ["Figcaption", ""],
      ["button", "Previous"],
      ["StaticText", /^Testimonial/],
      ["button", "Next"],
      ["heading", "See how a class runs"],
      ["heading", "Where our training leads"],
      ["heading", "Six stops on the DevOps line"],
      ["heading", "Introduction to DevOps and Linux"],
      ["heading", "IaC with Terraform"],
      ["heading", "What comes with your place"],
      ["heading", "What we measure"],
      ["StaticText", "95%"],
      ["link", "Register"],
      ["heading", "Questions people ask first"],
      ["heading", "Hear about the next cohort"],
      ["textbox", "Email Address"],
      ["button", "Sign up"],
      ...END,
    ]);
  });

  test("Pricing card by card: plan, amount, terms, action", async ({ page }) => {
    const card = (plan: string, amount: string, terms: RegExp): Sequence => [
      ["article", ""],
      ["heading", plan],
      ["StaticText", amount],
      ["StaticText", terms],
      ["button", `Enroll Now : DevOps Full, ${plan}`],
    ];
    const stops = await open(page, "/Pricing");
    expectInOrder(stops, [
      ...BEGINNING,
      ["heading", "Pricing"],
      ["group", "Show prices in"],
      ["heading", "Full Course"],
      ["heading", "DevOps Full"],
      ...card("Five Installments", "N194K", /^40% down.*N544,000 in all/),
      ["StaticText", "Pay once, save most"],
      ...card("Full Tuition", "N485K", /^100% upfront/).slice(1),
      ...card("Two Installments", "N250K", /^50% down/),
      ["heading", "Foundational Course"],
      ["heading", "Advanced Course"],
      ["heading", "Short Course"],
      ["heading", "New here?"],
      ...END,
    ]);
    // The other currency is on the page as well, for the market it belongs to.
    expect(stops.filter(({ name }) => name.includes("$1200"))).toEqual([]);
  });

  test("Signup from the fee through the fields to the amount and the button", async ({ page }) => {
    expectInOrder(await open(page, "/Signup"), [
      ...BEGINNING,
      ["heading", "Register for our Cloud Programs"],
      ["complementary", "Registration fee"],
      ["StaticText", "N15,000"],
      ["heading", "What registering gets you"],
      ["form", "Fill in details before payment"],
      ["StaticText", "Every field is needed, except Cohort and State."],
      ["combobox", "Course"],
      ["combobox", "Cohort"],
      ["textbox", "First Name"],
      ["textbox", "Last Name"],
      ["textbox", "Email Address"],
      ["combobox", "Phone Number: country code"],
      ["textbox", "Phone Number"],
      ["combobox", "WhatsApp Number: country code"],
      ["textbox", "WhatsApp Number"],
      ["combobox", "Country"],
      ["combobox", "State"],
      ["combobox", "Age"],
      ["combobox", "Gender"],
      ["combobox", "Education"],
      ["checkbox", /^I agree/],
      ["StaticText", "Amount payable"],
      ["StaticText", "N15,000"],
      ["button", "Register"],
      ["status", ""],
      ["StaticText", /^Still needed/],
      ...END,
    ]);
  });

  test("a level from its name through its outline to the application", async ({ page }) => {
    expectInOrder(await open(page, "/course/foundational"), [
      ...BEGINNING,
      ["navigation", "Breadcrumb"],
      ["link", "Cloud DevOps"],
      ["heading", "Cloud DevOps Foundational"],
      ["heading", "Success metrics"],
      ["link", "Apply Now"],
      ["term", "Next Cohort Date"],
      ["term", "Duration"],
      ["term", "Tuition Fee"],
      ["StaticText", "N150,000"],
      ["heading", "About this Course"],
      ["heading", "Prerequisites"],
      ["heading", "Course Outline"],
      ["heading", "Linux and the command line"],
      ["heading", "Foundational project"],
      ["heading", "Modules"],
      ["link", "Apply Now"],
      ...END,
    ]);
  });
});
