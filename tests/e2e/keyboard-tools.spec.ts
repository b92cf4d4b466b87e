import { openState } from "../fixtures/open-state.ts";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { stateNamed } from "../fixtures/states.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { button, expectFocusKept, field, pressAt, tabTo, typeAt } from "./keyboard.ts";
import { SANDBOX } from "./servers.ts";

// A recording of every press of Tab would take longer than the presses.
test.use({ trace: "off" });
test.beforeEach(({ context }) => comeFrom(context, "NG"));

test.describe("by keyboard alone", () => {
  test("by keyboard alone, payments are planned: currency, course, plan and first day", async ({ page }) => {
    await page.goto("/Plan");
    await tabTo(page, button(page, "Dollars ($)").first());
    await page.keyboard.press("Space");
    const form = page.getByRole("form", { name: "Your plan" });
    await tabTo(page, form.getByLabel("Course"));
    await page.keyboard.type("DevOps Full");
    const way = form.getByLabel("Way to pay");
    await expect(way.getByRole("option", { name: "Two Installments" })).toBeAttached();
    await tabTo(page, way);
    await page.keyboard.type("Two");
    await tabTo(page, form.getByLabel("First day of class"));
    await page.keyboard.type("02152027");
    const plan = page.getByRole("table", { name: "Two Installments, DevOps Full, in dollars" });
    await expect(plan).toContainText("Due on Jul 15, 2027");
    await expect(page.getByRole("table").filter({ visible: true })).toHaveCount(1);
    await pressAt(page, "Copy link");
    await expect(page.getByRole("status").filter({ hasText: /Copied|Copy the address/ })).toBeVisible();
    await expect(button(page, "Copy link")).toBeFocused();
  });

  test("by keyboard alone, a question is searched for, found and opened, and Tab goes on from its answer", async ({
    page,
  }) => {
    await page.goto("/Search");
    await typeAt(page, "What are you looking for?", "refund");
    const found = page.getByRole("link", { name: "Can I get my tuition back if I change my mind?" });
    await expect(found).toBeVisible();
    await tabTo(page, found);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/Faqs#faq-7$/);
    await expect(page.getByText("Last 5 days")).toBeInViewport();
    await page.keyboard.press("Tab");
    await expect(page.locator("#faq-7 summary")).toBeFocused();
  });

  test("by keyboard alone, five questions are answered, one that was left out is returned to, and the track is opened", async ({
    page,
  }) => {
    await page.goto("/Which-track");
    const first = (number: number) =>
      page
        .getByRole("group", { name: `${number}. ` })
        .getByRole("radio")
        .first();
    for (const number of [1, 2, 4, 5]) {
      await tabTo(page, first(number));
      await page.keyboard.press("ArrowDown");
    }
    await pressAt(page, "Show which track fits me");
    await expect(first(3)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await pressAt(page, "Show which track fits me");
    await expect(page.getByRole("region", { name: "Data Analytics" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "See this track" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/data-analytics$/);
  });

  test.describe("in the sandbox", () => {
    test.use({ baseURL: SANDBOX.origin });

    test("by keyboard alone, a learner chooses a plan, asks somebody else to pay, and copies the link", async ({
      page,
    }) => {
      await page.goto("/Signup");
      await fillIn(page, { ...ADA, course: "DevOps Full" });
      await typeAt(page, "Payment plan", "Five");
      await pressAt(page, "Ask somebody else to pay");
      await expect(field(page, "Link for the person who pays")).toBeFocused();
      await pressAt(page, "Copy link");
      await expect(page.getByText(/^(Copied|Select the link and copy it\.)$/)).toBeVisible();
      await expect(button(page, "Copy link")).toBeFocused();
      await expect(
        page.getByText("Track it, pay yourself or make a new link on My enrolment."),
      ).toBeVisible();
    });

    test("by keyboard alone, a learner makes a payer's link on My enrolment, copies it, and opens a receipt", async ({
      page,
    }) => {
      await openState(page, stateNamed("my-enrolment-payer-link"));
      await expect(field(page, "Link for the person who pays")).toBeFocused();
      await pressAt(page, "Copy link");
      await expect(page.getByText(/^(Copied|Select the link and copy it\.)$/)).toBeVisible();
      const receipt = page.getByRole("button", { name: /^Receipt of N209,000/ }).first();
      await tabTo(page, receipt);
      await page.keyboard.press("Enter");
      const sheet = page.getByRole("dialog", { name: "Receipt" });
      await expectFocusKept(page, sheet);
      await page.keyboard.press("Escape");
      await expect(receipt).toBeFocused();
    });
  });
});
