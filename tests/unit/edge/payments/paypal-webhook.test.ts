import { describe, expect, test } from "vitest";
import {
  payerAndEnrolmentOf,
  referenceIn,
  reportOfCapture,
  reportOfRefund,
} from "~/edge/payments/paypal/paypal-order.ts";
import { readPayPalWebhook, reportsOfDispute } from "~/edge/payments/paypal/paypal-webhook.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import {
  approvedEvent,
  captureEvent,
  paypalDisputeEvent,
  refundedEvent,
} from "../../../fixtures/paypal-events.ts";

const order = orderOf({ currency: "USD" });
const now = new Date("2026-11-21T10:00:00.000Z");
const { reference } = order;
const origin = { reference, source: "webhook", now } as const;

test.each([
  ["COMPLETED", "charged"],
  ["PENDING", "pending"],
  ["DENIED", "denied"],
  ["DECLINED", "denied"],
] as const)("PAYMENT.CAPTURE.%s is reported as what its name says", (what, kind) => {
  const event = readPayPalWebhook(captureEvent(what, order));
  if (event?.type !== "capture") throw new Error("Not read as a capture.");
  expect(reportOfCapture(event.capture, origin)).toEqual({
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

test("a capture refunded before its event arrived is still reported as a charge", () => {
  const event = readPayPalWebhook(captureEvent("COMPLETED", order, { status: "REFUNDED" }));
  expect(event).toMatchObject({ type: "capture", capture: { status: "COMPLETED" } });
});

/** Reads the webhook of a refund. */
function readRefund(what: "REFUNDED" | "REVERSED", changes: Record<string, unknown> = {}) {
  const event = readPayPalWebhook(refundedEvent(what, order, changes));
  if (event?.type !== "refund") throw new Error("Not read as a refund.");
  return { captureId: event.captureId, report: reportOfRefund(event.refund, origin, event.kind) };
}

test.each([
  ["REFUNDED", "refunded"],
  ["REVERSED", "reversed"],
] as const)("PAYMENT.CAPTURE.%s is reported as %s", (what, kind) => {
  const report = { kind, eventId: `${kind}:1JU08902781691411`, amountMinor: 120_900 };
  expect(readRefund(what)).toMatchObject({ captureId: "3C679366HH908993F", report });
});

test.each([
  ["PENDING", "refund-pending"],
  ["FAILED", "refund-failed"],
  ["CANCELLED", "refund-failed"],
])("a refund that is %s has given nothing back", (status, kind) => {
  const report = { kind, eventId: `${kind}:1JU08902781691411` };
  expect(readRefund("REFUNDED", { status })).toMatchObject({ report });
});

test("a refund's amount is read without its minus", () => {
  const amount = { currency_code: "USD", value: "-1209.00" };
  expect(readRefund("REVERSED", { amount })).toMatchObject({ report: { amountMinor: 120_900 } });
});

test("the payer of an order is read from its payment source where PayPal names no payer", () => {
  const paypal = { name: { given_name: "Grace", surname: "Hopper" }, email_address: "grace@paypal.example" };
  const { resource } = approvedEvent(order, "5O190127TN364715T", now);
  const event = readPayPalWebhook({
    event_type: "CHECKOUT.ORDER.APPROVED",
    resource: { ...(resource as object), payer: undefined, payment_source: { paypal } },
  });
  if (event?.type !== "approval") throw new Error("Not read as an approval.");
  expect(payerAndEnrolmentOf(event.order).payer).toEqual({
    name: "Grace Hopper",
    email: "grace@paypal.example",
  });
});

describe("a dispute at PayPal", () => {
  const ofPart = { dispute_amount: { currency_code: "USD", value: "12.00" } };
  const reportsOf = (...[what, changes]: [Parameters<typeof paypalDisputeEvent>[0], object?]) => {
    const event = readPayPalWebhook(paypalDisputeEvent(what, order, { ...ofPart, ...changes }));
    const [transaction] = event?.type === "dispute" ? event.dispute.disputed_transactions : [];
    if (event?.type !== "dispute" || !transaction) throw new Error("Not read as a dispute.");
    return reportsOfDispute(event.dispute, transaction, origin);
  };

  const opened = {
    provider: "paypal",
    reference,
    eventId: "disputed:PP-D-27803",
    kind: "disputed",
    amountMinor: 1_200,
    currency: "USD",
    source: "webhook",
    occurredAt: "2026-11-24T10:00:00.000Z",
  };

  test("a dispute is open after CUSTOMER.DISPUTE.CREATED, for its own amount", () => {
    expect(reportsOf("CREATED", { update_time: "2026-11-24T10:00:00.000Z" })).toEqual([opened]);
  });

  test("a dispute that is updated and not decided is open from then on", () => {
    const occurredAt = "2026-11-25T10:00:00.000Z";
    const again = { ...opened, eventId: `disputed:PP-D-27803 ${occurredAt}`, occurredAt };
    expect(reportsOf("UPDATED")).toEqual([opened, again]);
    expect(reportsOf("UPDATED", { status: "RESOLVED" })).toEqual([opened]);
  });

  test.each([
    ["RESOLVED_BUYER_FAVOUR", "dispute-lost"],
    ["RESOLVED_SELLER_FAVOUR", "dispute-won"],
  ])("a dispute whose outcome is %s has ended", (outcome_code, kind) => {
    const [opened, ended] = reportsOf("RESOLVED", { dispute_outcome: { outcome_code } });
    expect(opened).toMatchObject({ kind: "disputed" });
    expect(ended).toMatchObject({
      kind,
      eventId: `${kind}:PP-D-27803 2026-11-25T10:00:00.000Z`,
      amountMinor: 1_200,
      occurredAt: "2026-11-25T10:00:00.000Z",
    });
  });

  test("a lost dispute concerns the amount that PayPal refunded, if PayPal names it", () => {
    const amount_refunded = { currency_code: "USD", value: "7.50" };
    const dispute_outcome = { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded };
    const amounts = reportsOf("RESOLVED", { dispute_outcome }).map(({ amountMinor }) => amountMinor);
    expect(amounts).toEqual([1_200, 750]);
  });

  test("a dispute with an outcome that is not known here stays open", () => {
    const dispute_outcome = { outcome_code: "TOSSED" };
    expect(reportsOf("RESOLVED", { dispute_outcome })).toMatchObject([{ kind: "disputed" }]);
  });

  test("a dispute about two payments is reported for each, with the amount of each", () => {
    const gross_amount = { currency_code: "USD", value: "3.00" };
    const two = ["A", "B"].map((id) => ({ seller_transaction_id: id, gross_amount }));
    expect(reportsOf("CREATED", { disputed_transactions: two })[0]).toMatchObject({
      eventId: "disputed:PP-D-27803:A",
      amountMinor: 300,
    });
  });
});

test("our reference is found in either field, and another shop's number is not taken for it", () => {
  expect(referenceIn({ custom_id: reference })).toBe(reference);
  expect(referenceIn({ custom_id: "INV-00000007", invoice_id: reference })).toBe(reference);
  expect(referenceIn({ custom_id: null, invoice_id: "" })).toBeNull();
});

test.each(["BILLING.SUBSCRIPTION.CREATED", "PAYMENT.AUTHORIZATION.CREATED"])(
  "%s does not concern a registration",
  (event_type) => {
    expect(readPayPalWebhook({ event_type, resource: {} })).toEqual({ type: "other" });
  },
);

test.each<[string, unknown]>([
  ["no event", { resource: {} }],
  ["a capture without an amount", captureEvent("COMPLETED", order, { amount: undefined })],
  ["a refund without a number", refundedEvent("REFUNDED", order, { id: undefined })],
  ["a dispute about nothing", paypalDisputeEvent("CREATED", order, { disputed_transactions: null })],
  ["an approval of nothing", { event_type: "CHECKOUT.ORDER.APPROVED", resource: null }],
])("%s cannot be read", (_, body) => {
  expect(readPayPalWebhook(body)).toBeNull();
});
