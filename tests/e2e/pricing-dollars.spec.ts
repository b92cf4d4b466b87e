import type { Page } from "@playwright/test";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { comeFrom, expect, storedMails, test } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";

const CLOUD_PRACTITIONER = "AWS Certified Cloud Practitioner (CLF-C02)";

const payWithPayPal = (page: Page) => page.getByRole("button", { name: "Pay with PayPal" });

test.beforeEach(({ context }) => comeFrom(context, "US"));

test("nothing is asked of PayPal before its button is pressed; Close on its dialog goes back to the card, and nothing was ordered", async ({
  page,
  context,
}) => {
  const standIn = await servePayPal(context);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("paypal.com")) asked.push(request.url());
  });
  await page.goto("/Pricing");
  await expect(page.getByRole("button", { name: "Dollars ($)" }).first()).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(asked).toEqual([]);
  const card = payButton(page, "PayPal", "DevOps Full", "Full Tuition");
  await card.click();
  await expect(payWithPayPal(page)).toBeVisible();
  expect(asked).toHaveLength(1);
  const script = new URL(asked[0] ?? "");
  expect(Object.fromEntries(script.searchParams)).toMatchObject({
    "client-id": "end-to-end-client",
    currency: "USD",
  });

  await page
    .getByRole("dialog", { name: /with PayPal$/ })
    .getByRole("button", { name: "Close" })
    .click();
  await expect(payWithPayPal(page)).toBeHidden();
  await page
    .getByRole("dialog", { name: "Your payment has not been received yet" })
    .getByRole("button", { name: "Close" })
    .click();
  await expect(card).toBeFocused();
  expect(standIn.orders).toEqual([]);
});

test("a dollar card is charged what it says, staff learn who paid and which plan, the slip carries the same reference, and another card can be paid", async ({
  page,
  context,
}) => {
  const standIn = await servePayPal(context);
  await page.goto("/Pricing");
  await payButton(page, "PayPal", "DevOps Full", "Two Installments").click();
  await expect(page.getByRole("dialog", { name: "Pay $625.00 with PayPal" })).toContainText(
    "Tuition only. The registration fee of $9.00 and your details follow.",
  );
  await expect(page.getByRole("dialog", { name: "Pay $625.00 with PayPal" })).toContainText(
    "Already enrolled? Pay your next installment from My enrolment",
  );
  await payWithPayPal(page).click();
  const received = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(received).toContainText("Paid: $625.00 tuition, payment 1 of 2");
  await expect(received).toContainText("Next payment: $625.00, due 5 months after the first class");
  await expect(received).toContainText("the registration fee of $9.00");
  const reference = standIn.orders[0]?.purchase_units[0]?.invoice_id ?? "";
  expect(reference).toMatch(/^TUI-\d{8}-/);
  await expect(received).toContainText(reference);
  const mails = storedMails(reference);
  expect(mails).toHaveLength(4);
  for (const part of ["Grace Hopper", "grace@example.com", "$625.00", "Two Installments", "CAPTURE-1"]) {
    expect(mails[0]?.message).toContain(part);
  }
  await received.getByRole("button", { name: "Make another payment" }).click();
  await payButton(page, "PayPal", CLOUD_PRACTITIONER, "Full Tuition").click();
  await payWithPayPal(page).click();
  await expect(received).toContainText("$288.00");
  expect(standIn.orders.map(({ purchase_units }) => purchase_units)).toMatchObject([
    [{ description: "DevOps Full", amount: { currency_code: "USD", value: "625.00" } }],
    [{ description: CLOUD_PRACTITIONER, amount: { currency_code: "USD", value: "288.00" } }],
  ]);
});
