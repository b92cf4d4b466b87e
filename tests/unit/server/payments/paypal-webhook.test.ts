import { expect, test } from "vitest";
import { referenceIn, reportOfCapture } from "~/server/payments/paypal/paypal-order.ts";
import { readPayPalWebhook } from "~/server/payments/paypal/paypal-webhook.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { approvedEvent, captureEvent, refundedEvent } from "../../../fixtures/paypal-events.ts";

const order = orderOf({ currency: "USD" });
const now = new Date("2026-11-21T10:00:00.000Z");

test.each([
  ["COMPLETED", "charged"],
  ["PENDING", "pending"],
  ["DENIED", "denied"],
  ["DECLINED", "denied"],
] as const)("PAYMENT.CAPTURE.%s is told by what its name says", (what, kind) => {
  const news = readPayPalWebhook(captureEvent(what, order));
  if (news?.type !== "capture") throw new Error("Not read as a capture.");
  const { reference } = order;
  expect(reportOfCapture(news.capture, { reference, source: "webhook", now })).toEqual({
    provider: "paypal",
    reference,
    eventId: `${kind}:3C679366HH908993F`,
    kind,
    amountMinor: 120_900,
    currency: "USD",
    source: "webhook",
    occurredAt: "2026-11-21T09:05:00.000Z",
  });
});

test("a capture that was refunded before its event arrived is still told as the charge it was", () => {
  const news = readPayPalWebhook(captureEvent("COMPLETED", order, { status: "REFUNDED" }));
  expect(news).toMatchObject({ type: "capture", capture: { status: "COMPLETED" } });
});

test.each(["REFUNDED", "REVERSED"] as const)(
  "PAYMENT.CAPTURE.%s names the capture whose money went back",
  (what) => {
    expect(readPayPalWebhook(refundedEvent(what, order))).toMatchObject({
      type: "refund",
      captureId: "3C679366HH908993F",
      refund: { id: "1JU08902781691411", amount: { value: "1209.00" } },
    });
  },
);

test("a refund without links names no capture", () => {
  expect(readPayPalWebhook(refundedEvent("REFUNDED", order, { links: undefined }))).toMatchObject({
    captureId: null,
  });
});

test("CHECKOUT.ORDER.APPROVED brings the order", () => {
  expect(readPayPalWebhook(approvedEvent(order, "5O190127TN364715T", now))).toMatchObject({
    type: "approval",
    order: { id: "5O190127TN364715T", purchase_units: [{ custom_id: order.reference }] },
  });
});

test("our reference is found in either field, and another shop's number is not taken for it", () => {
  expect(referenceIn({ custom_id: order.reference })).toBe(order.reference);
  expect(referenceIn({ invoice_id: order.reference })).toBe(order.reference);
  expect(referenceIn({ custom_id: "INV-00000007", invoice_id: order.reference })).toBe(order.reference);
  expect(referenceIn({ custom_id: null, invoice_id: "" })).toBeNull();
});

test.each(["BILLING.SUBSCRIPTION.CREATED", "CUSTOMER.DISPUTE.CREATED", "PAYMENT.AUTHORIZATION.CREATED"])(
  "%s does not concern a registration",
  (event_type) => {
    expect(readPayPalWebhook({ event_type, resource: {} })).toEqual({ type: "other" });
  },
);

test.each<[string, unknown]>([
  ["nothing", null],
  ["no event", { resource: {} }],
  ["a capture without an amount", captureEvent("COMPLETED", order, { amount: undefined })],
  ["a refund without a number", refundedEvent("REFUNDED", order, { id: undefined })],
  ["an approval of nothing", { event_type: "CHECKOUT.ORDER.APPROVED", resource: null }],
])("%s cannot be read", (_, body) => {
  expect(readPayPalWebhook(body)).toBeNull();
});
