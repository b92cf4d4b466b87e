import type { Order } from "~/domain/payments/order.ts";
import {
  EDITING,
  nextPaymentFlow,
  type PaymentEvent,
  type PaymentFlow,
  referenceToUse,
} from "~/domain/payments/payment-flow.ts";
import { newReference } from "~/domain/payments/reference.ts";

/** The payments of a page: the state of the current one, and the tries before it. */
export interface PaymentState {
  readonly flow: PaymentFlow;
  /** Whether the dialog of the current step is open. */
  readonly isDialogOpen: boolean;
  /** The order that was tried last and not paid, as far as this page knows: the provider may know better. */
  readonly lastTry: Order | null;
  /** References that their provider refused for good: the same order needs another one. */
  readonly refused: readonly string[];
  /** References of checkouts that were closed while the edge could not be asked whether they were paid. */
  readonly unchecked: readonly string[];
}

export type PaymentStateEvent =
  | PaymentEvent
  /** Nothing was paid under this order's reference, and the page goes on with another one. */
  | { readonly type: "calledOff"; readonly order: Order }
  /** Only the visitor can know what became of the last try: the page asks about it by itself. */
  | { readonly type: "lastTryLeft" }
  | { readonly type: "show" };

export const FIRST_STATE: PaymentState = {
  flow: EDITING,
  isDialogOpen: true,
  lastTry: null,
  refused: [],
  unchecked: [],
};

/** Returns the state after an event, which is out of turn for the flow where that does not change. */
export function nextPaymentState(state: PaymentState, event: PaymentStateEvent): PaymentState {
  const after = { ...state, flow: nextFlow(state.flow, event) };
  switch (event.type) {
    case "show":
    case "notified":
      return { ...after, isDialogOpen: true };
    case "dismiss":
      return { ...after, isDialogOpen: false };
    case "resume":
      return { ...after, lastTry: event.order };
    case "lastTryLeft":
      return { ...after, lastTry: null };
    case "finished":
      return { ...after, ...triesAfter(state, event) };
    default:
      return after;
  }
}

function nextFlow(flow: PaymentFlow, event: PaymentStateEvent): PaymentFlow {
  switch (event.type) {
    case "show":
    case "lastTryLeft":
      return flow;
    case "calledOff":
      return nextPaymentFlow(flow, {
        type: "finished",
        order: event.order,
        outcome: { status: "cancelled" },
      });
    default:
      return nextPaymentFlow(flow, event);
  }
}

type Tries = Pick<PaymentState, "lastTry" | "refused" | "unchecked">;

function triesAfter(
  { refused, unchecked }: Tries,
  { order, outcome, isUnknown = false }: Extract<PaymentEvent, { type: "finished" }>,
): Tries {
  const { reference } = order;
  const isPaid = outcome.status === "paid" || outcome.status === "unconfirmed";
  const isRefused = outcome.status === "failed" && !isUnknown;
  const otherReferences = unchecked.filter((other) => other !== reference);
  return {
    lastTry: isPaid || outcome.status === "refused" ? null : order,
    refused: isRefused ? [...refused, reference] : refused,
    unchecked: isUnknown ? [...otherReferences, reference] : otherReferences,
  };
}

/** Returns the reference to pay an order under: that of the last try at it, unless its provider has refused it for good. */
export function referenceFor({ flow, refused }: PaymentState, draft: Order): string {
  const reference = referenceToUse(flow, draft);
  return refused.includes(reference) ? newReference(draft.purpose, new Date()) : reference;
}
