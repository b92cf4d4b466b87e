import { describe, expect, test } from "vitest";
import { readPaystackWebhook } from "~/edge/payments/paystack/paystack-webhook.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { chargeEvent, disputeEvent, metadataOf, refundEvent } from "../../../fixtures/paystack-events.ts";

const order = orderOf();
const now = new Date("2026-11-21T10:00:00.000Z");
const read = (body: unknown, isLive = true) => readPaystackWebhook(body, { isLive, now, digest: "d1" });
const reportsOf = (body: unknown, isLive = true) => {
  const event = read(body, isLive);
  return event?.type === "payment" ? event.reports : [];
};

describe("a charge that succeeded", () => {
  test("a successful Paystack charge is reported with an id that every repeat has", () => {
    expect(reportsOf(chargeEvent(order))).toEqual([
      {
        provider: "paystack",
        reference: order.reference,
        eventId: "charged:4099260516",
        kind: "charged",
        amountMinor: 49_500_000,
        currency: "NGN",
        source: "webhook",
        occurredAt: "2026-11-21T09:05:00.000Z",
      },
    ]);
  });

  test("a Paystack charge on the test account counts only where no real money is expected", () => {
    const charge = chargeEvent(order, { domain: "test" });
    expect(reportsOf(charge)).toMatchObject([{ kind: "test-charged" }]);
    expect(reportsOf(charge, false)).toMatchObject([{ kind: "charged" }]);
  });

  test("a successful Paystack charge has the whole registration in its metadata", () => {
    for (const metadata of [metadataOf(order), JSON.stringify(metadataOf(order))]) {
      expect(read(chargeEvent(order, { metadata }))).toMatchObject({
        enrolment: {
          customer: { email: "ada@example.com", name: "Ada Obi", phone: "+2348012345678" },
          order: { course: order.course, plan: null, learner: order.learner, isSponsored: false },
        },
      });
    }
  });

  test.each([
    ["none", null],
    ["an empty text", ""],
    ["a zero", 0],
    ["broken text", "{"],
    ["fields of another shop", { custom_fields: [{ variable_name: "cart", value: "7" }] }],
    ["the fields of another payment", metadataOf(orderOf({ reference: "REG-20261121-BBBBBBBBBB" }))],
  ])("a successful Paystack charge with %s for metadata is reported with its payer alone", (_, metadata) => {
    expect(read(chargeEvent(order, { metadata }))).toMatchObject({
      type: "payment",
      enrolment: {
        customer: { email: "ada@example.com", name: "Ada Obi", phone: "" },
        order: null,
        id: null,
      },
    });
  });

  test("endless texts in a Paystack charge's metadata are cut to what can be stored", () => {
    const long = metadataOf(
      orderOf({ registration: { firstName: "A\u0000da\n\u202E", state: "x".repeat(2000) } }),
    );
    const event = read(chargeEvent(order, { metadata: long }));
    const learner = event?.type === "payment" ? event.enrolment?.order?.learner : null;
    expect(learner?.firstName).toBe("A da");
    expect(learner?.state).toHaveLength(500);
  });
});

test.each([
  ["refund.pending", "refund-pending"],
  ["refund.processing", "refund-pending"],
  ["refund.needs-attention", "refund-needs-attention"],
  ["refund.failed", "refund-failed"],
  ["refund.processed", "refunded"],
] as const)("%s is reported with its amount, which comes as text", (event, kind) => {
  expect(reportsOf(refundEvent(event, order))).toMatchObject([
    { kind, reference: order.reference, amountMinor: 49_500_000, currency: "NGN" },
  ]);
});

test("two refunds are distinguished by their number, or else by their bytes", () => {
  const idOf = (changes: Record<string, unknown>) =>
    reportsOf(refundEvent("refund.processed", order, changes))[0]?.eventId;
  expect(idOf({ refund_reference: "1" })).toBe("refunded:1");
  expect(idOf({ refund_reference: null, id: 77 })).toBe("refunded:77");
  expect(idOf({ refund_reference: null })).toBe("refunded:d1");
});

test("a refund that Paystack made for a dispute is reported as money that was taken back", () => {
  const refund = refundEvent("refund.processed", order, { refund_reference: "9", dispute: 358950 });
  expect(reportsOf(refund)).toMatchObject([{ kind: "reversed", eventId: "reversed:9" }]);
});

describe("a dispute", () => {
  test("a dispute about a part of a Paystack charge is about that part's amount", () => {
    const resolution = { refund_amount: 100, resolution: "merchant-accepted" };
    expect(reportsOf(disputeEvent("charge.dispute.resolve", order, resolution))).toMatchObject([
      { kind: "disputed", amountMinor: 100 },
      { kind: "dispute-lost", amountMinor: 100 },
    ]);
  });

  test.each(["charge.dispute.create", "charge.dispute.remind"] as const)("it is open after %s", (event) => {
    expect(reportsOf(disputeEvent(event, order))).toMatchObject([
      { kind: "disputed", eventId: "disputed:358950", reference: order.reference },
    ]);
  });

  test.each([
    ["the academy answers and the bank has not decided", "awaiting-bank-feedback", "declined"],
    ["it has an end that is not known here", "resolved", "withdrawn"],
    ["it is filed away without an end", "archived", null],
  ])("a dispute stays open while %s", (_, status, resolution) => {
    const dispute = disputeEvent("charge.dispute.resolve", order, { status, resolution });
    expect(reportsOf(dispute)).toMatchObject([{ kind: "disputed" }]);
  });

  test("a dispute of Paystack's list is dated by the list's own field", () => {
    const createdAt = "2026-11-19T13:46:57.000Z";
    const row = disputeEvent("charge.dispute.create", order, { created_at: undefined, createdAt });
    expect(reportsOf(row)).toMatchObject([{ occurredAt: createdAt }]);
  });

  test.each([
    ["merchant-accepted", "dispute-lost"],
    ["auto-accepted", "dispute-lost"],
    ["declined", "dispute-won"],
  ])("a dispute that was %s has ended, and is known to have been open", (resolution, kind) => {
    const resolvedAt = "2026-11-25T14:00:02.000Z";
    const resolved = disputeEvent("charge.dispute.resolve", order, { resolution, resolvedAt });
    expect(reportsOf(resolved)).toMatchObject([
      { kind: "disputed", eventId: "disputed:358950" },
      { kind, eventId: `${kind}:358950 ${resolvedAt}`, amountMinor: 49_500_000, occurredAt: resolvedAt },
    ]);
  });
});

test.each(["transfer.success", "subscription.create", "constructor", "charge.failed"])(
  "%s does not concern a registration",
  (event) => {
    expect(read({ event, data: { anything: 1 } })).toEqual({ type: "other" });
  },
);

test("a charge whose customer has another shape is read without the customer", () => {
  expect(read(chargeEvent(order, { customer: "ada@example.com" as never }))).toMatchObject({
    payer: { email: "", name: "" },
  });
});

test("another shop's payment is foreign in any shape", () => {
  const foreign = orderOf({ reference: "T2154954412829" });
  expect(read(chargeEvent(foreign, { amount: 0.5 }))).toEqual({ type: "foreign" });
  expect(read(refundEvent("refund.processed", foreign, { amount: null }))).toEqual({ type: "foreign" });
});

test.each<[string, unknown]>([
  ["no event", { data: {} }],
  ["a charge without data", { event: "charge.success" }],
  ["a charge of half a kobo", chargeEvent(order, { amount: 0.5 })],
  ["a negative charge", chargeEvent(order, { amount: -1 })],
  ["a refund of words", refundEvent("refund.processed", order, { amount: "all" })],
  ["a dispute about nothing", disputeEvent("charge.dispute.create", order, { transaction: null })],
])("%s cannot be read", (_, body) => {
  expect(read(body)).toBeNull();
});
