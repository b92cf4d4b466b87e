/** Claims: what a browser says was paid for an order that was never stored. */
import { describe, expect, test } from "vitest";
import { registrationMail } from "~/browser/outbox/registration-mail.ts";
import type { Order } from "~/domain/payments/order.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { entryOf, newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { captureEvent, paypalDisputeEvent, refundedEvent } from "../../../fixtures/paypal-events.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();

const claim = (order: Order, role = "staff-1") =>
  desk.ask(
    post("/prod/mailing", registrationMail(entryOf(order), role), {
      "idempotency-key": `${order.reference}:${role}:paid`,
    }),
  );
const ask = async ({ reference }: Order) =>
  (await desk.ask(new Request(`${EDGE_ORIGIN}/prod/payments/${reference}`))).json();

describe("a payment in dollars that a browser claims", () => {
  test.each([
    ["its charge", ["COMPLETED"]],
    ["that it is held back, then its charge", ["PENDING", "COMPLETED"]],
  ] as const)("is reported to staff in dollars, by %s", async (_, events) => {
    const order = newOrder("USD");
    await claim(order);
    for (const event of events) await desk.paypalSends(captureEvent(event, order, { id: order.reference }));
    expect(await desk.registration(order.reference)).toMatchObject({
      provider: "paypal",
      currency: "USD",
      status: "short-paid",
      flag: "unknown-course",
      paidMinor: order.charge.minor,
    });
    const mail = (await desk.mailsAbout(order)).at(-1);
    expect(mail?.message).toContain("PayPal says");
    expect(mail?.message).toContain("<th>Amount</th><td>$1,209.00 USD</td>");
    expect(mail?.message).not.toMatch(/\bNGN\b/);
  });

  test.each([
    ["its refund", (order: Order) => refundedEvent("REFUNDED", order, { id: order.reference })],
    ["its dispute", (order: Order) => paypalDisputeEvent("CREATED", order, { dispute_id: order.reference })],
  ])("is PayPal's, should %s be heard first", async (_, event) => {
    const order = newOrder("USD");
    await claim(order);
    await desk.paypalSends(event(order));
    expect(await desk.registration(order.reference)).toMatchObject({ provider: "paypal", currency: "USD" });
    for (const { message } of await desk.mailsAbout(order)) expect(message).not.toMatch(/\bNGN\b/);
  });

  test("is filled in by the order, should the browser name it after all", async () => {
    const order = newOrder("USD");
    await claim(order);
    await desk.register(order);
    expect(await desk.registration(order.reference)).toMatchObject({
      provider: "paypal",
      currency: "USD",
      expectedMinor: order.charge.minor,
    });
  });

  test("is not called unpaid because Paystack does not know it", async () => {
    const order = newOrder("USD");
    await claim(order);
    expect(await ask(order)).toEqual({ status: "unknown" });
  });
});

test("a payment in naira that a browser claims, and that came in cedis, is reported in cedis", async () => {
  const order = { ...newOrder(), course: { id: "", name: "" } };
  await claim(order);
  await desk.paystackSends(chargeEvent(order, { currency: "GHS", amount: 900, metadata: null }));
  expect(await desk.registration(order.reference)).toMatchObject({ flag: "currency-mismatch", paidMinor: 0 });
  const mail = (await desk.mailsAbout(order)).at(-1);
  expect(mail?.message).toContain("<td>9.00 GHS</td>");
});

test("a charge of Paystack's is not given to PayPal by an order in dollars under its reference", async () => {
  const order = newOrder();
  await claim(order);
  await desk.paystackSends(chargeEvent(order, { metadata: null }));
  await desk.register({ ...newOrder("USD"), reference: order.reference });
  expect(await desk.registration(order.reference)).toMatchObject({ provider: "paystack", currency: "NGN" });
});
