import { describe, expect, test } from "vitest";
import {
  type CheckoutOutcome,
  EDITING,
  isCheckoutOpen,
  isPaymentBehind,
  nextPaymentFlow,
  type PaymentEvent,
  type PaymentFlow,
  referenceToUse,
} from "~/domain/enrolment/payment-flow.ts";
import { orderOf, payment } from "../../fixtures/enrolment.ts";

const order = orderOf();
const otherOrder = orderOf({ reference: "REG-20261121-BBBBBBBBBB", registration: { firstname: "Bola" } });

/** Every state that a payment can be in. */
const flows = {
  editing: EDITING,
  "editing after a try": { step: "editing", lastTry: order },
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

const settled = (outcome: CheckoutOutcome, of = order): PaymentEvent => ({
  type: "settled",
  order: of,
  outcome,
});

/** Everything that can happen. */
const events = {
  start: { type: "start", order },
  shown: { type: "shown" },
  approved: { type: "approved" },
  "settled paid": settled({ status: "paid", payment }),
  "settled paid for another order": settled({ status: "paid", payment }, otherOrder),
  "settled unconfirmed": settled({ status: "unconfirmed" }),
  "settled cancelled": settled({ status: "cancelled" }),
  "settled failed": settled({ status: "failed", message: "Declined" }),
  "settled unreachable": settled({ status: "unreachable", message: "Unable to load" }),
  "settled cancelled for another order": settled({ status: "cancelled" }, otherOrder),
  "settled unconfirmed for another order": settled({ status: "unconfirmed" }, otherOrder),
  "notified, everybody": { type: "notified", everybody: true },
  "notified, not everybody": { type: "notified", everybody: false },
  resend: { type: "resend" },
  dismiss: { type: "dismiss" },
  startAnother: { type: "startAnother" },
  takeUp: { type: "takeUp", order },
} as const satisfies Record<string, PaymentEvent>;
type EventName = keyof typeof events;
const eventNames = Object.keys(events) as EventName[];

const paid = flows.notifying;
const paidForOther: PaymentFlow = { step: "notifying", order: otherOrder, payment };

/** How a checkout that is open may end. */
const endings = {
  "settled paid": paid,
  "settled paid for another order": paidForOther,
  "settled unconfirmed": flows.unconfirmed,
  "settled cancelled": flows["notPaid, closed"],
  "settled failed": flows["notPaid, failed"],
  "settled unreachable": flows["notPaid, unreachable"],
};

/** A payment that is reported late, wherever the story has got to. */
const late = { "settled paid": paid, "settled paid for another order": paidForOther };

/** The whole story: whatever is not told here changes nothing. */
const story: Record<FlowName, Partial<Record<EventName, PaymentFlow>>> = {
  editing: { start: flows.opening, takeUp: flows["editing after a try"], ...late },
  "editing after a try": { start: flows.opening, takeUp: flows["editing after a try"], ...late },
  opening: { shown: flows.paying, approved: flows.confirming, ...endings },
  paying: { approved: flows.confirming, ...endings },
  confirming: endings,
  notifying: {
    "notified, everybody": flows.received,
    "notified, not everybody": flows.notNotified,
    "settled paid for another order": paidForOther,
  },
  received: { startAnother: EDITING, "settled paid for another order": paidForOther },
  notNotified: { resend: paid, startAnother: EDITING, "settled paid for another order": paidForOther },
  unconfirmed: { startAnother: EDITING, ...late },
  "notPaid, closed": { start: flows.opening, dismiss: flows["editing after a try"], ...late },
  "notPaid, failed": { start: flows.opening, dismiss: EDITING, ...late },
  "notPaid, unreachable": { start: flows.opening, dismiss: flows["editing after a try"], ...late },
};

describe.each(flowNames)("while %s", (name) => {
  test.each(eventNames)("%s leads where the story says, or nowhere", (event) => {
    const expected = story[name][event];
    const next = nextPaymentFlow(flows[name], events[event]);
    if (expected) expect(next).toEqual(expected);
    else expect(next).toBe(flows[name]);
  });
});

test("the same payment reported twice is counted once", () => {
  const once = nextPaymentFlow(flows.paying, events["settled paid"]);
  expect(nextPaymentFlow(once, events["settled paid"])).toBe(once);
  const told = nextPaymentFlow(once, events["notified, everybody"]);
  expect(nextPaymentFlow(told, events["settled paid"])).toBe(told);
});

test("a payment that arrives after the checkout was given up is believed", () => {
  const givenUp = nextPaymentFlow(flows.opening, events["settled unreachable"]);
  expect(nextPaymentFlow(givenUp, events["settled paid"])).toEqual(paid);
  const editing = nextPaymentFlow(givenUp, events.dismiss);
  expect(nextPaymentFlow(editing, events["settled paid"])).toEqual(paid);
});

test.each(["notifying", "received", "notNotified", "unconfirmed"] as const)(
  "from %s only the visitor's own wish to start another leads back to the form",
  (start) => {
    const seen = new Set<PaymentFlow["step"]>();
    const queue: PaymentFlow[] = [flows[start]];
    for (let flow = queue.pop(); flow; flow = queue.pop()) {
      if (seen.has(flow.step)) continue;
      seen.add(flow.step);
      for (const [name, event] of Object.entries(events)) {
        if (name !== "startAnother") queue.push(nextPaymentFlow(flow, event));
      }
    }
    for (const step of ["editing", "opening", "paying", "confirming", "notPaid"] as const) {
      expect(seen).not.toContain(step);
    }
  },
);

test("what was typed must not change while a checkout is open, and only then", () => {
  expect(flowNames.filter((name) => isCheckoutOpen(flows[name]))).toEqual([
    "opening",
    "paying",
    "confirming",
  ]);
});

test("paying again is not offered once money has moved or may have", () => {
  expect(flowNames.filter((name) => isPaymentBehind(flows[name]))).toEqual([
    "notifying",
    "received",
    "notNotified",
    "unconfirmed",
  ]);
});

describe("the reference to pay under", () => {
  const draft = orderOf({ reference: "REG-20261121-CCCCCCCCCC" });
  const changed = orderOf({
    reference: "REG-20261121-CCCCCCCCCC",
    registration: { course: "devops-advanced" },
  });

  test("is new on a first try", () => {
    expect(referenceToUse(EDITING, draft)).toBe(draft.reference);
  });

  test.each<FlowName>(["editing after a try", "notPaid, closed", "notPaid, unreachable"])(
    "stays the same when the same order is tried again (%s)",
    (name) => {
      expect(referenceToUse(flows[name], draft)).toBe(order.reference);
    },
  );

  test.each<FlowName>(["editing after a try", "notPaid, closed", "notPaid, unreachable"])(
    "is new when the order was changed (%s)",
    (name) => {
      expect(referenceToUse(flows[name], changed)).toBe(changed.reference);
    },
  );

  test("is new after the provider refused for good", () => {
    expect(referenceToUse(flows["notPaid, failed"], draft)).toBe(draft.reference);
    const dismissed = nextPaymentFlow(flows["notPaid, failed"], events.dismiss);
    expect(referenceToUse(dismissed, draft)).toBe(draft.reference);
  });

  test("is new once another registration is started", () => {
    const another = nextPaymentFlow(flows.received, events.startAnother);
    expect(referenceToUse(another, draft)).toBe(draft.reference);
  });

  test("of an order of an earlier visit is used again when its visitor takes it up", () => {
    const takenUp = nextPaymentFlow(EDITING, { type: "takeUp", order: otherOrder });
    const sameAgain = { ...otherOrder, reference: "REG-20261121-DDDDDDDDDD" };
    expect(referenceToUse(takenUp, sameAgain)).toBe(otherOrder.reference);
  });
});
