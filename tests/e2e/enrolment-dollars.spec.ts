import type { Page } from "@playwright/test";
import { fillIn, newLearner, type Typed } from "../fixtures/registration-form.ts";
import { breakPayPal, servePayPal, servePayPalOnEdge } from "../mocks/paypal-sdk.ts";
import { paypalStandIn } from "../mocks/paypal-server.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { PAYPAL_API } from "./servers.ts";
import { storedPayment } from "./stored-payment.ts";

test.beforeEach(({ context }) => comeFrom(context, "US"));

function american(): Typed {
  const learner = newLearner();
  return {
    ...learner,
    firstName: "Grace",
    lastName: unique("Hopper"),
    phone: `212555${learner.phone?.slice(-4)}`,
    whatsapp: "2125550101",
    country: "United States",
    state: "New York",
    course: "Cloud Practitioner",
  };
}

const registerButton = (page: Page) => page.getByRole("button", { name: "Register", exact: true });

/** @returns the last name of whoever registers */
async function register(page: Page): Promise<string> {
  const grace = american();
  await page.goto("/Signup");
  await fillIn(page, grace);
  await registerButton(page).click();
  return grace.lastName;
}

const payDialog = (page: Page) => page.getByRole("dialog", { name: "Pay $297.00 with PayPal" });
const payWithPayPal = (page: Page) => payDialog(page).getByRole("button", { name: "Pay with PayPal" });
const notPaid = (page: Page) => page.getByRole("dialog", { name: "Your payment has not been received yet" });

test("an American visitor goes from Home to the received overlay, and staff are notified", async ({
  page,
  context,
}) => {
  await servePayPalOnEdge(context, PAYPAL_API.origin, "declined");
  const grace = american();
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Pricing" }).click();
  await expect(page.getByText("$500").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Enroll" })).toBeHidden();
  await page.getByRole("link", { name: "Register and pay in one step" }).first().click();
  await fillIn(page, grace);
  await expect(page.locator("[data-amount-payable]")).toContainText("$297.00");
  await expect(page.getByText("$9.00 registration fee + $288.00 Cloud Practitioner")).toBeVisible();
  await registerButton(page).click();
  await payWithPayPal(page).click();
  await page.getByRole("button", { name: "Pay another way" }).click();

  const overlay = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(overlay.getByRole("alert")).toHaveText("Payment successful!!");
  const reference = (await overlay.locator("dd.font-mono").textContent()) ?? "";
  const [order, ...others] = await paypalStandIn(PAYPAL_API.origin).ordersOf(reference);
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    status: "COMPLETED",
    purchase_units: [
      { description: "Cloud Practitioner", amount: { currency_code: "USD", value: "297.00" } },
    ],
  });
  const captures = order?.purchase_units[0].payments?.captures;
  const mails = storedMails(grace.lastName).filter(({ subject }) => subject === "Registration: paid");
  expect(mails).toHaveLength(4);
  for (const part of [
    captures?.at(-1)?.id ?? "no capture",
    grace.email,
    "Sandbox Payer, payer@paypal.example",
    "$297.00",
  ])
    expect(mails[0]?.message).toContain(part);
  expect(storedPayment(reference)).toMatchObject({ status: "paid", paid_minor: 29_700 });
});

test("a refused or closed PayPal checkout shows the failure view and charges nothing", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /Failed to load the PayPal JS SDK script/);
  await breakPayPal(context, "refuse");
  await register(page);
  await expect(notPaid(page)).toContainText("Failed to load the PayPal JS SDK script.");
  await expect(notPaid(page).getByRole("link", { name: "WhatsApp" })).toBeVisible();

  const paypal = await servePayPal(context);
  await notPaid(page).getByRole("button", { name: "Try again" }).click();
  for (const leave of [
    () => payDialog(page).getByRole("button", { name: "Cancel and return" }).click(),
    () => page.keyboard.press("Escape"),
  ]) {
    await expect(payWithPayPal(page)).toBeVisible();
    await leave();
    await expect(notPaid(page)).toContainText("lodge a complaint");
    await notPaid(page).getByRole("button", { name: "Close" }).click();
    await registerButton(page).click();
  }
  expect(paypal.orders).toEqual([]);
});

test("PayPal's buttons that cannot be drawn are reported, and nothing typed is lost", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/zoid destroyed all components/);
  await breakPayPal(context, "no buttons");
  await register(page);
  await expect(notPaid(page)).toContainText("Failed to render <PayPalButtons /> component.");
  await notPaid(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByLabel("First Name")).toHaveValue("Grace");
});

test("a page lost while PayPal takes the money offers no second payment, and staff are notified", async ({
  page,
  context,
}) => {
  await servePayPal(context);
  await context.route("https://www.paypal.com/v2/checkout/orders/**", () => undefined);
  const lastName = await register(page);
  await payWithPayPal(page).click();
  await expect(payDialog(page)).toContainText("PayPal is confirming your payment");
  await page.reload();
  const panel = page.getByRole("region", { name: "An earlier payment" });
  await expect(panel).toContainText("We are confirming your payment");
  await expect(panel).toContainText("Please don't pay again");
  await expect(registerButton(page)).toHaveCount(0);
  await expect.poll(() => storedMails(lastName).length).toBe(4);
  expect(storedMails(lastName)[0]?.message).toContain("Not confirmed");
});
