import { expect, test } from "vitest";
import {
  FIRST_STATE,
  nextPaymentState,
  type PaymentState,
  type PaymentStateEvent,
  referenceFor,
  stepAfterLastAttempt,
} from "~/browser/payments/payment-state.ts";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import { orderOf, payment } from "../../../fixtures/enrolment.ts";

const order = orderOf();
const { reference } = order;
const anotherOrder = orderOf({ reference: "REG-20261121-BBBBBBBBBB", registration: { firstName: "Bola" } });

const stateAfter = (...events: readonly PaymentStateEvent[]): PaymentState =>
  events.reduce(nextPaymentState, FIRST_STATE);
const stateAfterEnd = (outcome: CheckoutOutcome, isUnknown = false) =>
  stateAfter({ type: "start", order }, { type: "finished", order, outcome, isUnknown });

const CLOSED: CheckoutOutcome = { status: "cancelled" };
const FAILED: CheckoutOutcome = { status: "failed", message: "Declined" };
const REFUSED: CheckoutOutcome = { status: "refused", message: "The price has changed.", errors: {} };
const UNREACHABLE: CheckoutOutcome = { status: "unreachable", message: "Unable to load" };

const CLOSED_ATTEMPT = { order, hasFailed: false };
const FAILED_ATTEMPT = { order, hasFailed: true };
const NO_ATTEMPT = { lastAttempt: null, refusedReferences: [], uncheckedReferences: [] };
const UNCHECKED = { ...NO_ATTEMPT, uncheckedReferences: [reference] };

test.each([
  ["is paid", { status: "paid", payment }, false, NO_ATTEMPT],
  ["may be paid", { status: "unconfirmed" }, false, NO_ATTEMPT],
  ["is refused by the edge", REFUSED, false, NO_ATTEMPT],
  ["is closed", CLOSED, false, { ...NO_ATTEMPT, lastAttempt: CLOSED_ATTEMPT }],
  ["fails", FAILED, false, { ...NO_ATTEMPT, lastAttempt: FAILED_ATTEMPT, refusedReferences: [reference] }],
  ["is closed, unchecked", CLOSED, true, { ...UNCHECKED, lastAttempt: CLOSED_ATTEMPT }],
  ["fails, unchecked", FAILED, true, { ...UNCHECKED, lastAttempt: FAILED_ATTEMPT }],
] as const)("the page remembers an attempt that %s", (_, outcome, isUnknown, attempts) => {
  expect(stateAfterEnd(outcome, isUnknown)).toMatchObject(attempts);
});

test("an attempt whose outcome is reported late is no longer unchecked", () => {
  const closed = { type: "finished", order, outcome: CLOSED } as const;
  expect(stateAfter({ ...closed, isUnknown: true }, closed).uncheckedReferences).toEqual([]);
});

test("an order that is called off leaves the attempt before it as it was", () => {
  const started = stateAfter({ type: "resume", order }, { type: "start", order: anotherOrder });
  const calledOff = nextPaymentState(started, { type: "calledOff", order: anotherOrder });
  expect(calledOff.lastAttempt).toEqual(CLOSED_ATTEMPT);
  expect(calledOff.flow).toMatchObject({ step: "notPaid", reason: "closed" });
  expect(nextPaymentState(calledOff, { type: "lastAttemptLeft" }).lastAttempt).toBeNull();
});

const draft = { ...order, reference: "REG-20261121-CCCCCCCCCC" };

test.each([
  ["was closed", stateAfterEnd(CLOSED), reference],
  ["was closed, unchecked", stateAfterEnd(CLOSED, true), reference],
  ["could not be reached", stateAfterEnd(UNREACHABLE), reference],
  ["is resumed from an earlier visit", stateAfter({ type: "resume", order }), reference],
  ["failed", stateAfterEnd(FAILED), draft.reference],
  ["failed, unchecked", stateAfterEnd(FAILED, true), draft.reference],
  ["was never attempted", FIRST_STATE, draft.reference],
])("the same order, which %s, has the right reference when it is paid again", (_, state, expected) => {
  expect(referenceFor(state, draft)).toBe(expected);
  expect(referenceFor(state, anotherOrder)).toBe(anotherOrder.reference);
});

test("an order that its provider refused gets another reference", () => {
  expect(referenceFor(stateAfterEnd(FAILED), order)).not.toBe(reference);
});

const OTHER = { isSameReference: false, isInOutbox: false, isUnchecked: false };
const SAME = { ...OTHER, isSameReference: true };
const UNPAID: ReportedStatus = { status: "unpaid" };
const REFUNDED: ReportedStatus = { status: "refunded", payment: { id: "1" } };

test.each([
  ["an unknown attempt in the outbox", null, { ...OTHER, isInOutbox: true }, "ask-visitor"],
  ["an unknown attempt at the same payment", null, { ...SAME, isInOutbox: true }, "pay"],
  ["an unchecked payment", null, { ...SAME, isUnchecked: true }, "still-unknown"],
  ["another unpaid attempt", UNPAID, OTHER, "drop-and-pay"],
  ["an unpaid attempt at the same payment", UNPAID, SAME, "pay"],
  ["another refunded attempt", REFUNDED, OTHER, "pay"],
  ["the same payment, refunded", REFUNDED, SAME, "resolve-last-attempt"],
  ["an attempt that is being confirmed", { status: "pending" }, OTHER, "resolve-last-attempt"],
] as const)("after %s the page does the right thing", (_, report, facts, expected) => {
  expect(stepAfterLastAttempt(report, facts)).toBe(expected);
});

test("the dialog closes when it is dismissed, and opens when it is shown or staff were notified", () => {
  const closed = stateAfter({ type: "dismiss" });
  expect(closed.isDialogOpen).toBe(false);
  for (const event of [{ type: "show" }, { type: "notified", everybody: true }] as const) {
    expect(nextPaymentState(closed, event).isDialogOpen).toBe(true);
  }
});
