import type { Page } from "@playwright/test";
import { fillIn, newLearner } from "../fixtures/registration-form.ts";
import { servePayPal, servePayPalOnEdge } from "../mocks/paypal-sdk.ts";
import { paypalStandIn } from "../mocks/paypal-server.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { PAYPAL_API } from "./servers.ts";
import { storedPayment } from "./stored-payment.ts";

const NOT_PAID = "Your payment has not been received yet";
const paypal = paypalStandIn(PAYPAL_API.origin);

test.beforeEach(({ context }) => comeFrom(context, "US"));

/** Fills in the form and presses PayPal's button. */
async function payWithPayPal(page: Page, lastName = "Hopper"): Promise<void> {
  await page.goto("/Signup");
  await fillIn(page, {
    ...newLearner(),
    lastName,
    phone: `212555${String(Date.now()).slice(-4)}`,
    whatsapp: "2125550101",
    country: "United States",
    state: "New York",
    course: "Cloud Practitioner",
  });
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("button", { name: "Pay with PayPal" }).click();
}

/** The reference that the slip shows, once the payment has been received. */
async function receivedReference(page: Page): Promise<string> {
  const overlay = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(overlay.getByRole("alert")).toHaveText("Payment successful!!");
  return (await overlay.locator("dd.font-mono").textContent()) ?? "";
}

const notPaid = (page: Page) => page.getByRole("dialog", { name: NOT_PAID });

test("the edge makes the order at the course record's price, takes the money, and notifies staff of who paid", async ({
  page,
  context,
}) => {
  await servePayPalOnEdge(context, PAYPAL_API.origin);
  const lastName = unique("Hopper");
  await payWithPayPal(page, lastName);
  const reference = await receivedReference(page);
  const [order, ...others] = await paypal.ordersOf(reference);
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    status: "COMPLETED",
    purchase_units: [
      { description: "Cloud Practitioner", amount: { currency_code: "USD", value: "297.00" } },
    ],
  });
  const [capture] = order?.purchase_units[0].payments?.captures ?? [];
  const mails = storedMails(lastName);
  expect(mails.map(({ subject }) => subject)).toEqual(Array(4).fill("Registration: paid"));
  for (const part of [capture?.id ?? "no capture", "Sandbox Payer, payer@paypal.example", "$297.00 USD"]) {
    expect(mails[0]?.message).toContain(part);
  }
  expect(storedPayment(reference)).toMatchObject({ status: "paid", paid_minor: 29_700 });
});

test("a PayPal card that the bank refuses charges nothing, and another one can be tried at once", async ({
  page,
  context,
}) => {
  await servePayPalOnEdge(context, PAYPAL_API.origin, "declined");
  await payWithPayPal(page);
  await page.getByRole("button", { name: "Pay another way" }).click();
  const [order] = await paypal.ordersOf(await receivedReference(page));
  expect(order?.status).toBe("COMPLETED");
});

test("a page that shows an old price asks for a reload, and nothing is ordered", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await servePayPalOnEdge(context, PAYPAL_API.origin);
  const references: string[] = [];
  await context.route("**/prod/paypal/orders", (route) => {
    const { order } = route.request().postDataJSON();
    references.push(order.reference);
    return route.continue({
      postData: JSON.stringify({ order: { ...order, charge: { currency: "USD", minor: 19_700 } } }),
    });
  });
  await payWithPayPal(page);
  await expect(notPaid(page)).toContainText("The price of Cloud Practitioner has changed to $297.00");
  await expect(notPaid(page)).toContainText("Nothing was charged");
  expect(await paypal.ordersOf(references[0] ?? "")).toEqual([]);
});

test("an edge that fails charges nothing and leaves nothing to the browser; trying again works", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  await servePayPalOnEdge(context, PAYPAL_API.origin);
  await context.route("**/prod/paypal/orders", (route) => route.fulfill({ status: 503, json: {} }), {
    times: 1,
  });
  await payWithPayPal(page);
  await expect(notPaid(page)).toContainText("couldn't start the payment. Nothing was charged");
  await notPaid(page).getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Pay with PayPal" }).click();
  await receivedReference(page);
});

test("on a host without endpoints the browser makes the order", async ({ page, context, expectedErrors }) => {
  expectedErrors.push(/status of 404/, /Registration mail/);
  const browser = await servePayPal(context);
  await context.route("**/prod/**", (route) => route.fulfill({ status: 404, body: "Not found" }));
  await payWithPayPal(page);
  await expect(page.getByRole("dialog", { name: "Your payment was successful" })).toBeVisible();
  expect(browser.orders).toHaveLength(1);
  expect(browser.orders[0]?.purchase_units[0]?.amount).toEqual({ currency_code: "USD", value: "297.00" });
});
