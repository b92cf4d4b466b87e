import { expect, test } from "vitest";
import {
  FIRST_STATE,
  nextPaymentState,
  type PaymentState,
  type PaymentStateEvent,
  referenceFor,
} from "~/browser/payments/payment-state.ts";
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

const NOTHING_KNOWN = { lastTry: null, refused: [], unchecked: [] };

test.each([
  ["is paid", PAID, false, NOTHING_KNOWN],
  ["may be paid", { status: "unconfirmed" }, false, NOTHING_KNOWN],
  ["was refused by the edge", REFUSED, false, NOTHING_KNOWN],
  ["was closed", CLOSED, false, { ...NOTHING_KNOWN, lastTry: order }],
  ["failed for good", FAILED, false, { ...NOTHING_KNOWN, lastTry: order, refused: [reference] }],
  ["was closed, unasked", CLOSED, true, { ...NOTHING_KNOWN, lastTry: order, unchecked: [reference] }],
  ["failed, unasked", FAILED, true, { ...NOTHING_KNOWN, lastTry: order, unchecked: [reference] }],
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
  expect(after.lastTry).toBe(order);
  expect(after.flow).toMatchObject({ step: "notPaid", reason: "closed" });
  expect(nextPaymentState(after, { type: "lastTryLeft" }).lastTry).toBeNull();
});

test("the same order keeps its reference until its provider refuses it for good", () => {
  const draft = { ...order, reference: "REG-20261121-CCCCCCCCCC" };
  const closed = stateAfter({ type: "start", order }, { type: "finished", order, outcome: CLOSED });
  expect(referenceFor(closed, draft)).toBe(reference);
  expect(referenceFor({ ...closed, refused: [reference] }, draft)).not.toBe(reference);
  expect(referenceFor(closed, anotherOrder)).toBe(anotherOrder.reference);
});

test("the dialog closes when it is dismissed, and opens when it is shown or staff were notified", () => {
  const closed = stateAfter({ type: "dismiss" });
  expect(closed.isDialogOpen).toBe(false);
  for (const event of [{ type: "show" }, { type: "notified", everybody: true }] as const) {
    expect(nextPaymentState(closed, event).isDialogOpen).toBe(true);
  }
});
