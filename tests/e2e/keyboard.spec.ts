import { openState } from "../fixtures/open-state.ts";
import { stateNamed } from "../fixtures/states.ts";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { button, closeReceipt, expectFocusKept, field, pressAt, tabTo, typeAt } from "./keyboard.ts";
import { payButton } from "./price-cards.ts";
import { SANDBOX } from "./servers.ts";

// A recording of every press of Tab would take longer than the presses.
test.use({ trace: "off" });
test.beforeEach(({ context }) => comeFrom(context, "NG"));

test.describe("by keyboard alone", () => {
  test.describe("in the sandbox", () => {
    test.use({ baseURL: SANDBOX.origin });

    test("by keyboard alone, a visitor goes from Home to a paid registration", async ({ page }) => {
      const lastName = unique("Obi");
      await page.goto("/");
      await tabTo(page, page.getByRole("link", { name: "Enroll", exact: true }));
      await page.keyboard.press("Enter");
      await expect(field(page, "Course")).toBeEnabled();
      await typeAt(page, "Course", "DevOps Fo");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Register for DevOps Foundational");
      await tabTo(page, field(page, "Cohort"));
      await page.keyboard.press("ArrowDown");
      await typeAt(page, "First Name", "Ada");
      await typeAt(page, "Last Name", lastName);
      await typeAt(page, "Email Address", "ada@example");
      await typeAt(page, "Phone Number", "08031234567");
      await typeAt(page, "WhatsApp Number", "08037654321");
      await typeAt(page, "Country", "Nigeria");
      await page.locator("select[name=state]").waitFor();
      await typeAt(page, "State", "Lag");
      await typeAt(page, "Age", "25");
      await typeAt(page, "Gender", "F");
      await typeAt(page, "Education", "Gra");
      await tabTo(page, page.getByRole("checkbox", { name: /^I agree that the academy/ }));
      await page.keyboard.press("Space");
      await pressAt(page, "Register");

      await expect(page.getByRole("alert", { name: "There is a problem" })).toBeFocused();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(field(page, "Email Address")).toBeFocused();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("ada@example.com");
      await pressAt(page, "Register");
      await expectFocusKept(page, page.getByRole("dialog", { name: "Pay N165,000" }));
      await pressAt(page, "Pay");

      await closeReceipt(page);
      const [mail] = storedMails(lastName, SANDBOX);
      expect(mail?.message).toContain("+2348031234567");
      expect(mail?.message).toContain("+2348037654321");
      await pressAt(page, "Register someone else");
      await expect(page.getByRole("form", { name: "Fill in details before payment" })).toBeFocused();
    });

    test("by keyboard alone, a visitor who leaves a payment that was declined is back at Register", async ({
      page,
    }) => {
      await openState(page, stateNamed("signup-declined"));
      await pressAt(page, "Close");
      await expect(button(page, "Register")).toBeFocused();
    });
  });

  test("by keyboard alone, a price card asks for an address, says what is wrong with it, and gets the focus back", async ({
    page,
    context,
  }) => {
    await servePaystack(context);
    await page.goto("/Pricing");
    const card = payButton(page, "Enroll Now", "DevOps Full", "Full Tuition");
    await tabTo(page, card);
    await page.keyboard.press("Enter");
    const asking = page.getByRole("dialog", { name: "Pay N485,000" });
    await expect(asking.getByRole("button", { name: "Close" })).toBeFocused();
    await expectFocusKept(page, asking);
    await page.keyboard.press("Escape");
    await expect(card).toBeFocused();

    await page.keyboard.press("Enter");
    await pressAt(page, "Pay Now");
    await expect(field(page, "Please Input Your Email")).toBeFocused();
    await page.keyboard.type("ada@example.com");
    await page.keyboard.press("Enter");
    await paystackFrame(page).getByRole("button", { name: "Decline" }).press("Enter");
    const notPaid = page.getByRole("dialog", { name: "Your payment has not been received yet" });
    await expect(notPaid.getByRole("button", { name: "Close" })).toBeFocused();
    await expectFocusKept(page, notPaid);
    await page.keyboard.press("Escape");
    await expect(card).toBeFocused();
  });

  test("by keyboard alone, PayPal's dialog keeps the focus and gives it back", async ({ page, context }) => {
    await comeFrom(context, "US");
    await servePayPal(context);
    await page.goto("/Pricing");
    const card = payButton(page, "PayPal", "DevOps Full", "Full Tuition");
    await tabTo(page, card);
    await page.keyboard.press("Enter");
    await expect(button(page, "Pay with PayPal")).toBeVisible();
    await expectFocusKept(page, page.getByRole("dialog", { name: "Pay $1,200.00 with PayPal" }));
    await page.keyboard.press("Escape");
    const notPaid = page.getByRole("dialog", { name: "Your payment has not been received yet" });
    await expect(notPaid.getByRole("button", { name: "Close" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(card).toBeFocused();
  });

  test("by keyboard alone, a message to the academy is written, sent and acknowledged", async ({ page }) => {
    const question = unique("When does the next cohort start? ");
    await page.goto("/Contact");
    await expect(button(page, "Send Message")).toBeEnabled();
    await typeAt(page, "First Name", "Ada");
    await typeAt(page, "Last Name", "Obi");
    await typeAt(page, "Email Address", "ada@example.com");
    await typeAt(page, "Phone Number", "08031234567");
    await typeAt(page, "Message", question);
    await pressAt(page, "Send Message");
    const thanks = page.getByRole("dialog", { name: "Message received" });
    await expect(thanks.getByRole("button", { name: "Close" })).toBeFocused();
    await expectFocusKept(page, thanks);
    await page.keyboard.press("Escape");
    await expect(button(page, "Send Message")).toBeFocused();
    expect(storedMails(question)).toHaveLength(1);
  });

  test("by keyboard alone, the menu of a phone is opened, walked through and closed", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/Contact");
    await pressAt(page, "Menu");
    const links = page.getByRole("navigation", { name: "Main" }).locator("#bar-links a");
    for (const link of await links.all()) {
      await page.keyboard.press("Tab");
      await expect(link).toBeFocused();
    }
    await page.keyboard.press("Escape");
    await expect(button(page, "Menu")).toBeFocused();
    await page.keyboard.press("Space");
    await tabTo(page, links.filter({ hasText: "Pricing" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/Pricing");
  });

  test("by keyboard alone, the closing notice is closed, and the focus is back where it came from", async ({
    page,
  }) => {
    await page.goto("/");
    const notice = page.getByRole("dialog", { name: "Save your place in the next cohort" });
    await expect(notice).toBeVisible();
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the content" });
    await expect(skip).toBeFocused();
    await notice.getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Enter");
    await expect(notice).toBeHidden();
    await expect(skip).toBeFocused();
  });
});
