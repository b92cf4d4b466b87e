import { describe, expect, test } from "vitest";
import {
  type CheckoutOutcome,
  EDITING,
  isCheckoutOpen,
  mayHaveCharged,
  nextPaymentFlow,
  type PaymentEvent,
  type PaymentFlow,
} from "~/domain/payments/payment-flow.ts";
import { orderOf, payment } from "../../../fixtures/enrolment.ts";

const order = orderOf();
const otherOrder = orderOf({ reference: "REG-20261121-BBBBBBBBBB", registration: { firstName: "Bola" } });

/** Every state of a payment. */
const flows = {
  editing: EDITING,
  opening: { step: "opening", order },
  paying: { step: "paying", order },
  confirming: { step: "confirming", order },
  notifying: { step: "notifying", order, payment },
  received: { step: "received", order, payment },
  notNotified: { step: "notNotified", order, payment },
  unconfirmed: { step: "unconfirmed", order },
  "notPaid, closed": { step: "notPaid", order, reason: "closed", message: null },
  "notPaid, failed": { step: "notPaid", order, reason: "failed", message: "Declined" },
  "notPaid, unreachable": { step: "notPaid", order, reason: "unreachable", message: "Unable to load" },
} as const satisfies Record<string, PaymentFlow>;
type FlowName = keyof typeof flows;
const flowNames = Object.keys(flows) as FlowName[];

const finished = (outcome: CheckoutOutcome, of = order): PaymentEvent => ({
  type: "finished",
  order: of,
  outcome,
});

const events = {
  start: { type: "start", order },
  shown: { type: "shown" },
  approved: { type: "approved" },
  declined: { type: "declined" },
  "finished paid": finished({ status: "paid", payment }),
  "finished paid for another order": finished({ status: "paid", payment }, otherOrder),
  "finished unconfirmed": finished({ status: "unconfirmed" }),
  "finished cancelled": finished({ status: "cancelled" }),
  "finished failed": finished({ status: "failed", message: "Declined" }),
  "finished unreachable": finished({ status: "unreachable", message: "Unable to load" }),
  "finished cancelled for another order": finished({ status: "cancelled" }, otherOrder),
  "finished unconfirmed for another order": finished({ status: "unconfirmed" }, otherOrder),
  "notified, everybody": { type: "notified", everybody: true },
  "notified, not everybody": { type: "notified", everybody: false },
  resend: { type: "resend" },
  dismiss: { type: "dismiss" },
  startAnother: { type: "startAnother" },
} as const satisfies Record<string, PaymentEvent>;
type EventName = keyof typeof events;
const eventNames = Object.keys(events) as EventName[];

const paid = flows.notifying;
const paidForOther: PaymentFlow = { step: "notifying", order: otherOrder, payment };

/** The outcomes of an open checkout. */
const endings = {
  "finished paid": paid,
  "finished paid for another order": paidForOther,
  "finished unconfirmed": flows.unconfirmed,
  "finished cancelled": flows["notPaid, closed"],
  "finished failed": flows["notPaid, failed"],
  "finished unreachable": flows["notPaid, unreachable"],
};

/** A payment that is reported late, at any point of the flow. */
const late = { "finished paid": paid, "finished paid for another order": paidForOther };

/** The next state by state and event. An event that is not listed changes nothing. */
const story: Record<FlowName, Partial<Record<EventName, PaymentFlow>>> = {
  editing: { start: flows.opening, ...late },
  opening: { shown: flows.paying, approved: flows.confirming, ...endings },
  paying: { approved: flows.confirming, ...endings },
  confirming: { declined: flows.paying, ...endings },
  notifying: {
    "notified, everybody": flows.received,
    "notified, not everybody": flows.notNotified,
    "finished paid for another order": paidForOther,
  },
  received: { startAnother: EDITING, "finished paid for another order": paidForOther },
  notNotified: { resend: paid, startAnother: EDITING, "finished paid for another order": paidForOther },
  unconfirmed: { startAnother: EDITING, ...late },
  "notPaid, closed": { start: flows.opening, dismiss: EDITING, ...late },
  "notPaid, failed": { start: flows.opening, dismiss: EDITING, ...late },
  "notPaid, unreachable": { start: flows.opening, dismiss: EDITING, ...late },
};

describe.each(flowNames)("while %s", (name) => {
  test.each(eventNames)("in a payment, %s leads where the story says, or nowhere", (event) => {
    const expected = story[name][event];
    const next = nextPaymentFlow(flows[name], events[event]);
    if (expected) expect(next).toEqual(expected);
    else expect(next).toBe(flows[name]);
  });
});

test("the form is locked only while a checkout is open", () => {
  expect(flowNames.filter((name) => isCheckoutOpen(flows[name]))).toEqual([
    "opening",
    "paying",
    "confirming",
  ]);
});

test("paying again is not offered once money has moved or may have moved", () => {
  expect(flowNames.filter((name) => mayHaveCharged(flows[name]))).toEqual([
    "notifying",
    "received",
    "notNotified",
    "unconfirmed",
  ]);
});
