import { expect, test } from "vitest";
import {
  afterLastTry,
  FIRST_STATE,
  nextPaymentState,
  type PaymentState,
  type PaymentStateEvent,
  referenceFor,
} from "~/browser/payments/payment-state.ts";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import { orderOf, payment } from "../../../fixtures/enrolment.ts";

const order = orderOf();
const { reference } = order;
const anotherOrder = orderOf({ reference: "REG-20261121-BBBBBBBBBB", registration: { firstName: "Bola" } });

const stateAfter = (...events: readonly PaymentStateEvent[]): PaymentState =>
  events.reduce(nextPaymentState, FIRST_STATE);

const PAID: CheckoutOutcome = { status: "paid", payment };
const CLOSED: CheckoutOutcome = { status: "cancelled" };
const FAILED: CheckoutOutcome = { status: "failed", message: "Declined" };
const REFUSED: CheckoutOutcome = { status: "refused", message: "The price has changed.", errors: {} };

const CLOSED_TRY = { order, hasFailed: false };
const FAILED_TRY = { order, hasFailed: true };
const NOTHING_KNOWN = { lastTry: null, refused: [], unchecked: [] };

test.each([
  ["is paid", PAID, false, NOTHING_KNOWN],
  ["may be paid", { status: "unconfirmed" }, false, NOTHING_KNOWN],
  ["was refused by the edge", REFUSED, false, NOTHING_KNOWN],
  ["was closed", CLOSED, false, { ...NOTHING_KNOWN, lastTry: CLOSED_TRY }],
  ["failed for good", FAILED, false, { ...NOTHING_KNOWN, lastTry: FAILED_TRY, refused: [reference] }],
  ["was closed, unasked", CLOSED, true, { ...NOTHING_KNOWN, lastTry: CLOSED_TRY, unchecked: [reference] }],
  ["failed, unasked", FAILED, true, { ...NOTHING_KNOWN, lastTry: FAILED_TRY, unchecked: [reference] }],
] as const)("what is known of an order that %s", (_, outcome, isUnknown, known) => {
  const start = { type: "start", order } as const;
  expect(stateAfter(start, { type: "finished", order, outcome, isUnknown })).toMatchObject(known);
});

test("an order whose outcome is known at last is no longer unchecked", () => {
  const closed = { type: "finished", order, outcome: CLOSED } as const;
  expect(stateAfter({ ...closed, isUnknown: true }, closed).unchecked).toEqual([]);
});

test("an order that is called off changes nothing of what was tried before it", () => {
  const tried = stateAfter({ type: "resume", order }, { type: "start", order: anotherOrder });
  const after = nextPaymentState(tried, { type: "calledOff", order: anotherOrder });
  expect(after.lastTry).toEqual(CLOSED_TRY);
  expect(after.flow).toMatchObject({ step: "notPaid", reason: "closed" });
  expect(nextPaymentState(after, { type: "lastTryLeft" }).lastTry).toBeNull();
});

const draft = { ...order, reference: "REG-20261121-CCCCCCCCCC" };
const afterTry = (outcome: CheckoutOutcome, isUnknown = false) =>
  stateAfter({ type: "start", order }, { type: "finished", order, outcome, isUnknown });
const UNREACHABLE: CheckoutOutcome = { status: "unreachable", message: "Unable to load" };

test.each([
  ["was closed", afterTry(CLOSED), reference],
  ["was closed, unasked", afterTry(CLOSED, true), reference],
  ["could not be reached", afterTry(UNREACHABLE), reference],
  ["was closed and dismissed", nextPaymentState(afterTry(CLOSED), { type: "dismiss" }), reference],
  ["is resumed from an earlier visit", stateAfter({ type: "resume", order }), reference],
  ["failed", afterTry(FAILED), draft.reference],
  ["failed, unasked", afterTry(FAILED, true), draft.reference],
  ["was never tried", FIRST_STATE, draft.reference],
])("the same order, which %s, has the right reference when it is tried again", (_, state, expected) => {
  expect(referenceFor(state, draft)).toBe(expected);
  expect(referenceFor(state, anotherOrder)).toBe(anotherOrder.reference);
});

test("an order that its provider refused gets another reference", () => {
  expect(referenceFor(afterTry(FAILED), order)).not.toBe(reference);
});

const OTHER_TRY = { isNext: false, isLeft: false, isUnchecked: false };
const UNPAID: ReportedStatus = { status: "unpaid" };
const REFUNDED: ReportedStatus = { status: "refunded", payment: { id: "1" } };

test.each([
  ["an unknown try whose entry is left", null, { ...OTHER_TRY, isLeft: true }, "ask-visitor"],
  ["an unknown try of the same payment", null, { ...OTHER_TRY, isNext: true, isLeft: true }, "pay"],
  ["an unchecked payment", null, { ...OTHER_TRY, isNext: true, isUnchecked: true }, "still-unknown"],
  ["another unpaid try", UNPAID, OTHER_TRY, "drop-and-pay"],
  ["an unpaid try of the same payment", UNPAID, { ...OTHER_TRY, isNext: true }, "pay"],
  ["another try that was paid back", REFUNDED, OTHER_TRY, "pay"],
  ["the same payment, paid back", REFUNDED, { ...OTHER_TRY, isNext: true }, "resolve-last-try"],
  ["a try that is under way", { status: "pending" }, OTHER_TRY, "resolve-last-try"],
] as const)("after %s the page goes on as it should", (_, reported, facts, expected) => {
  expect(afterLastTry(reported, facts)).toBe(expected);
});

test("the dialog closes when it is dismissed, and opens when it is shown or staff were notified", () => {
  const closed = stateAfter({ type: "dismiss" });
  expect(closed.isDialogOpen).toBe(false);
  for (const event of [{ type: "show" }, { type: "notified", everybody: true }] as const) {
    expect(nextPaymentState(closed, event).isDialogOpen).toBe(true);
  }
});
