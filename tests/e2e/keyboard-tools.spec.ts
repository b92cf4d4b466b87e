import { openState } from "../fixtures/open-state.ts";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { stateNamed } from "../fixtures/states.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { button, closeReceipt, expectFocusKept, field, pressAt, tabTo, typeAt } from "./keyboard.ts";
import { payButton } from "./price-cards.ts";
import { SANDBOX } from "./servers.ts";

// A recording of every press of Tab would take longer than the presses.
test.use({ trace: "off" });
test.beforeEach(({ context }) => comeFrom(context, "NG"));

test.describe("by keyboard alone", () => {
  test("payments are planned: currency, course, way to pay and first day", async ({ page }) => {
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
    await expect(plan).toContainText("By Jul 15, 2027");
    await expect(page.getByRole("table").filter({ visible: true })).toHaveCount(1);
    await pressAt(page, "Copy link");
    await expect(page.getByRole("status").filter({ hasText: /Copied|Copy the address/ })).toBeVisible();
    await expect(button(page, "Copy link")).toBeFocused();
  });

  test("a question is searched for, found and opened, and Tab goes on from its answer", async ({ page }) => {
    await page.goto("/Search");
    await typeAt(page, "What are you looking for?", "refund");
    const found = page.getByRole("link", { name: "Can I get my tuition back if I change my mind?" });
    await expect(found).toBeVisible();
    await tabTo(page, found);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/Faqs#faq-7$/);
    await expect(page.getByText("In the last 5 days before classes start")).toBeInViewport();
    await page.keyboard.press("Tab");
    await expect(page.locator("#faq-7 summary")).toBeFocused();
  });

  test("five questions are answered, one that was left out is come back to, and the track is opened", async ({
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

  test("prices are turned into dollars and back, and stay so on the next page", async ({ page }) => {
    await page.goto("/Pricing");
    const dollars = button(page, "Dollars ($)").first();
    await tabTo(page, dollars);
    await page.keyboard.press("Enter");
    await expect(dollars).toHaveAttribute("aria-pressed", "true");
    await expect(payButton(page, "PayPal", "DevOps Full", "Full Tuition")).toBeVisible();
    await tabTo(
      page,
      page
        .getByRole("link", { name: /^See each payment/ })
        .filter({ visible: true })
        .first(),
    );
    await page.keyboard.press("Enter");
    await expect(page.getByRole("table", { name: /in dollars$/ }).first()).toBeVisible();
    const naira = button(page, "Naira (N)").first();
    await tabTo(page, naira);
    await page.keyboard.press("Space");
    await expect(naira).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("table", { name: /in naira$/ }).first()).toBeVisible();
  });

  test.describe("in the sandbox", () => {
    test.use({ baseURL: SANDBOX.origin });

    test("a learner under 18 names a guardian, mends what was refused, and comes to the payment", async ({
      page,
    }) => {
      await page.goto("/Signup");
      await fillIn(page, ADA);
      await typeAt(page, "Age", "Under");
      await typeAt(page, "Guardian's name", "Ngozi Bello");
      await typeAt(page, "Guardian's phone or e-mail", "0803");
      await tabTo(page, page.getByRole("group", { name: "Parent or guardian" }).getByRole("checkbox"));
      await page.keyboard.press("Space");
      await pressAt(page, "Register");
      const contact = field(page, "Guardian's phone or e-mail");
      await expect(contact).toBeFocused();
      await expect(contact).toHaveAccessibleDescription(/Enter a phone number like/);
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("0803 000 0000");
      await pressAt(page, "Register");
      await expectFocusKept(page, page.getByRole("dialog", { name: "Pay N165,000" }));
    });

    test("a learner makes a link for a sponsor and goes on at it; the sponsor opens it and pays", async ({
      page,
    }) => {
      await page.goto("/Signup");
      await fillIn(page, ADA);
      await tabTo(page, page.locator("summary", { hasText: "Does somebody abroad pay for you?" }));
      await page.keyboard.press("Enter");
      await pressAt(page, "Make the link");
      const link = field(page, "Link for your sponsor");
      await expect(link).toBeFocused();
      await pressAt(page, "Copy link");
      await expect(page.getByText(/^(Copied|Select the link and copy it by hand\.)$/)).toBeVisible();
      await expect(button(page, "Copy link")).toBeFocused();

      await page.goto(await link.inputValue());
      await expect(button(page, "Pay $109.00 with PayPal")).toBeVisible();
      await pressAt(page, "Pay $109.00 with PayPal");
      const checkout = page.getByRole("dialog", { name: "Pay $109.00", exact: true });
      await expect(checkout).toBeVisible();
      await expectFocusKept(page, checkout);
      await pressAt(page, "Pay");
      await closeReceipt(page);
    });

    test("a sponsor puts an earlier payment aside, and goes on where the page does", async ({ page }) => {
      await openState(page, stateNamed("sponsor-earlier-payment"));
      await pressAt(page, "No, let me try again");
      await expect(page.getByRole("region", { name: "No link yet" })).toBeFocused();
    });
  });
});
