import type { Page } from "@playwright/test";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { breakPayPal, servePayPal } from "../mocks/paypal-sdk.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";

const GRACE = {
  ...ADA,
  firstName: "Grace",
  email: "grace@example.com",
  phone: "2125550100",
  whatsapp: "2125550101",
  country: "United States",
  state: "New York",
  course: "Cloud Practitioner",
};
const NOT_PAID = "Your payment has not been received yet";

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "US");
});

async function register(page: Page, lastName = "Hopper"): Promise<void> {
  await page.goto("/Signup");
  await fillIn(page, { ...GRACE, lastName });
  await page.getByRole("button", { name: "Register" }).click();
}

const payDialog = (page: Page) => page.getByRole("dialog", { name: "Pay $297.00 with PayPal" });

test("an American visitor goes from Home to the received overlay, and four members of staff are notified", async ({
  page,
  context,
}) => {
  const paypal = await servePayPal(context);
  const lastName = unique("Hopper");
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Pricing" }).click();
  await expect(page.getByText("$500").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Enroll" })).toBeHidden();
  await page.getByRole("link", { name: "Register and pay in one step" }).first().click();
  await fillIn(page, { ...GRACE, lastName });
  await expect(page.locator("[data-amount-payable]")).toContainText("$297.00");
  await expect(page.getByText("$9.00 registration fee + $288.00 Cloud Practitioner")).toBeVisible();
  await page.getByRole("button", { name: "Register" }).click();
  await payDialog(page).getByRole("button", { name: "Pay with PayPal" }).click();

  const overlay = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(overlay.getByRole("alert")).toHaveText("Payment successful!!");
  expect(paypal.orders).toHaveLength(1);
  const [unit] = paypal.orders[0]?.purchase_units ?? [];
  expect(paypal.orders[0]?.purchase_units).toHaveLength(1);
  expect(unit).toMatchObject({
    description: "Cloud Practitioner",
    amount: { currency_code: "USD", value: "297.00" },
  });
  const mails = storedMails(lastName);
  expect(mails).toHaveLength(4);
  for (const mail of mails) {
    expect(mail.message).toContain("CAPTURE-1");
    expect(mail.message).toContain("Grace Hopper, grace@example.com");
    expect(mail.message).toContain("$297.00 USD");
    expect(mail.message).toContain(unit?.invoice_id ?? "no invoice id");
  }
});

test("when PayPal's script is refused, the visitor reads so and tries again; cancelling, Close, Escape and a refused card each show the failure view, and charge nothing", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /Failed to load the PayPal JS SDK script/, /status of 422/);
  await breakPayPal(context, "refuse");
  await register(page);
  const overlay = page.getByRole("dialog", { name: NOT_PAID });
  await expect(overlay).toContainText("Failed to load the PayPal JS SDK script.");
  await expect(overlay.getByRole("link", { name: "WhatsApp" })).toBeVisible();

  const paypal = await servePayPal(context);
  const pay = payDialog(page).getByRole("button", { name: "Pay with PayPal" });
  await overlay.getByRole("button", { name: "Try again" }).click();
  for (const leave of [
    () => payDialog(page).getByRole("button", { name: "Cancel and return" }).click(),
    () => payDialog(page).getByRole("button", { name: "Close" }).click(),
    () => page.keyboard.press("Escape"),
  ]) {
    await expect(pay).toBeVisible();
    await leave();
    await expect(overlay).toContainText("lodge a complaint");
    await expect(payDialog(page)).toHaveCount(0);
    expect(paypal.orders).toEqual([]);
    await overlay.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Register" }).click();
  }
  paypal.capture = "declined";
  await pay.click();
  await expect(overlay).toContainText("didn't allow this payment");
});

test("PayPal's buttons that cannot be drawn are reported, and nothing typed is lost", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/zoid destroyed all components/);
  await breakPayPal(context, "no buttons");
  await register(page);
  const overlay = page.getByRole("dialog", { name: NOT_PAID });
  await expect(overlay).toContainText("Failed to render <PayPalButtons /> component.");
  await expect(overlay.getByRole("link", { name: "WhatsApp" })).toBeVisible();
  await overlay.getByRole("button", { name: "Close" }).click();
  await expect(page.getByLabel("First Name")).toHaveValue("Grace");
});

test("a PayPal capture that is pending is shown as unconfirmed and never as received, and paying again is not offered", async ({
  page,
  context,
}) => {
  const paypal = await servePayPal(context);
  paypal.capture = "pending";
  const lastName = unique("Hopper");
  await register(page, lastName);
  await payDialog(page).getByRole("button", { name: "Pay with PayPal" }).click();
  const overlay = page.getByRole("dialog", { name: "We are confirming your payment" });
  await expect(overlay).toContainText("Please don't pay again");
  await expect.poll(() => storedMails(lastName).length).toBe(4);
  expect(storedMails(lastName)[0]?.message).toContain("Not confirmed");
  await overlay.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Register", exact: true })).toHaveCount(0);
});

test("a page lost while PayPal takes the money offers no second payment, and staff are notified", async ({
  page,
  context,
}) => {
  await servePayPal(context);
  await context.route("https://www.paypal.com/v2/checkout/orders/**", () => undefined);
  const lastName = unique("Lovelace");
  await page.goto("/Signup");
  await fillIn(page, { ...GRACE, lastName });
  await page.getByRole("button", { name: "Register" }).click();
  await payDialog(page).getByRole("button", { name: "Pay with PayPal" }).click();
  await expect(payDialog(page)).toContainText("PayPal is confirming your payment");
  await page.reload();
  const panel = page.getByRole("region", { name: "An earlier payment" });
  await expect(panel).toContainText("We are confirming your payment");
  await expect(page.getByRole("button", { name: "Register", exact: true })).toHaveCount(0);
  await expect.poll(() => storedMails(lastName).length).toBe(4);
  expect(storedMails(lastName)[0]?.message).toContain("Not confirmed");
});
