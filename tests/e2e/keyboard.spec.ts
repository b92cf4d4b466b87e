import { openState } from "../fixtures/open-state.ts";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import type { State } from "../fixtures/states/state.ts";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { button, expectFocusKept, field, PHONE, pressAt, tabTo, typeAt, walk } from "./keyboard.ts";
import { payButton } from "./price-cards.ts";
import { SANDBOX } from "./servers.ts";

// A recording of every press of Tab would take longer than the presses.
test.use({ trace: "off" });
test.beforeEach(({ context }) => comeFrom(context, "NG"));

const NOT_PAID = "Your payment has not been received yet";

test.describe("in the sandbox", () => {
  test.use({ baseURL: SANDBOX.origin });

  test("by keyboard alone, a visitor goes from Home to a paid registration past a declined card", async ({
    page,
  }) => {
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
    await expect(field(page, "Email Address")).toHaveAccessibleDescription(/Enter an email address like/);
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
    const checkout = page.getByRole("dialog", { name: "Pay N165,000" });
    await expectFocusKept(page, checkout);
    await pressAt(page, "Decline");
    await expect(page.getByRole("dialog", { name: NOT_PAID })).toBeVisible();
    await pressAt(page, "Close");
    await expect(button(page, "Register")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(checkout).toBeVisible();
    await pressAt(page, "Pay");

    const received = page.getByRole("dialog", { name: "Your payment has been received" });
    await expect(received.getByRole("button", { name: "Close" })).toBeFocused();
    await expectFocusKept(page, received);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("region", { name: "Your payment" })).toBeFocused();
    const message = () => storedMails(lastName, SANDBOX)[0]?.message;
    await expect.poll(message).toContain("+2348031234567");
    expect(message()).toContain("+2348037654321");
    await pressAt(page, "Register someone else");
    await expect(page.getByRole("form", { name: "Fill in details before payment" })).toBeFocused();
  });

  /** States in which something at the window's edge could cover the focus. */
  const overlaidStates: readonly State[] = [
    {
      name: "the closing notice",
      path: "/",
      keepsNotice: true,
      act: (page) => page.locator("[data-closing-notice][open]").waitFor(),
    },
    { name: "a filled form's bar", path: "/Signup", act: (page) => fillIn(page, { ...ADA, state: null }) },
  ];
  for (const state of overlaidStates) {
    test(`${state.name} hides nothing that has the focus`, async ({ page }) => {
      await openState(page, state);
      for (const window of [PHONE, { width: 320, height: 225 }]) {
        await page.setViewportSize(window);
        expect((await walk(page)).unseen, `${window.width} by ${window.height}`).toEqual([]);
      }
    });
  }
});

test("by keyboard alone, a price card's dialog is filled in, corrected and closed", async ({
  page,
  context,
}) => {
  await servePaystack(context);
  await servePayPal(context);
  await page.goto("/Pricing");
  const card = payButton(page, "Enroll Now", "DevOps Full", "Full Tuition");
  await tabTo(page, card);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Pay N485,000" });
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await expectFocusKept(page, dialog);
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();

  await page.keyboard.press("Enter");
  await pressAt(page, "Pay Now");
  await expect(field(page, "Please Input Your Email")).toBeFocused();
  await page.keyboard.type("ada@example.com");
  await page.keyboard.press("Enter");
  await paystackFrame(page).getByRole("button", { name: "Close checkout" }).press("Enter");
  const notPaid = page.getByRole("dialog", { name: NOT_PAID });
  await expect(notPaid.getByRole("button", { name: "Close" })).toBeFocused();
  const chat = await notPaid.getByRole("link", { name: "WhatsApp" }).getAttribute("href");
  expect(new URL(chat ?? "").searchParams.get("text")).toMatch(
    /^Hello, I could not pay: the payment window was closed\.\nCourse: DevOps Full\nPlan: Full Tuition\n/,
  );
  await expectFocusKept(page, notPaid);
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();
});

test("by keyboard alone, a question that was left out is returned to before a track is shown", async ({
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
});
