import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import { isSameOrder, type Order } from "~/domain/payments/order.ts";
import {
  EDITING,
  nextPaymentFlow,
  type PaymentEvent,
  type PaymentFlow,
} from "~/domain/payments/payment-flow.ts";
import { newReference } from "~/domain/payments/reference.ts";

/** The payments of a page: the state of the current one, and the tries before it. */
export interface PaymentState {
  readonly flow: PaymentFlow;
  /** Whether the dialog of the current step is open. */
  readonly isDialogOpen: boolean;
  /** The last order that was not paid, as far as this page knows: the provider may know better. */
  readonly lastTry: Try | null;
  /** References that their provider refused for good: the same order needs another one. */
  readonly refused: readonly string[];
  /** References of checkouts that were closed while the edge could not be asked whether they were paid. */
  readonly unchecked: readonly string[];
}

interface Try {
  readonly order: Order;
  /** Whether its checkout failed. Otherwise the same order goes on under its reference. */
  readonly hasFailed: boolean;
}

export type PaymentStateEvent =
  | PaymentEvent
  /** Nothing was paid under this order's reference, and the page goes on with another one. */
  | { readonly type: "calledOff"; readonly order: Order }
  /** Only the visitor can know what became of the last try: the page asks about it by itself. */
  | { readonly type: "lastTryLeft" }
  /** An order of an earlier visit was not paid, as the visitor says. */
  | { readonly type: "resume"; readonly order: Order }
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
      return { ...after, lastTry: { order: event.order, hasFailed: false } };
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
    case "resume":
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
  const hasFailed = outcome.status === "failed";
  const isMoved = outcome.status === "paid" || outcome.status === "unconfirmed";
  const otherReferences = unchecked.filter((other) => other !== reference);
  return {
    lastTry: isMoved || outcome.status === "refused" ? null : { order, hasFailed },
    refused: hasFailed && !isUnknown ? [...refused, reference] : refused,
    unchecked: isUnknown ? [...otherReferences, reference] : otherReferences,
  };
}

/**
 * Returns the reference to pay an order under. A second try at the same order keeps the first one's, so that a provider
 * that took the money after all refuses to take it twice. A changed order, or one that failed, gets a new one.
 */
export function referenceFor({ lastTry, refused }: PaymentState, draft: Order): string {
  const isResumed = lastTry !== null && !lastTry.hasFailed && isSameOrder(lastTry.order, draft);
  const { reference } = isResumed ? lastTry.order : draft;
  return refused.includes(reference) ? newReference(draft.purpose, new Date()) : reference;
}

/** How a page goes on with a new order once the edge was asked about the try before it. */
export type AfterLastTry =
  | "pay"
  /** Nothing was paid under the reference of the try, which is forgotten. */
  | "drop-and-pay"
  /** Only the visitor can know what became of the try. */
  | "ask-visitor"
  /** It is the same payment, and still not known to be unpaid. */
  | "still-unknown"
  /** Money has moved in the try, or may have: it is the payment. */
  | "resolve-last-try";

/** Decides it. @param reported null where the edge does not know @param isLeft whether the try is in the outbox */
export function afterLastTry(
  reported: ReportedStatus | null,
  { isNext, isLeft, isUnchecked }: { isNext: boolean; isLeft: boolean; isUnchecked: boolean },
): AfterLastTry {
  if (reported === null) {
    if (!isNext && isLeft) return "ask-visitor";
    return isUnchecked ? "still-unknown" : "pay";
  }
  if (reported.status === "unpaid") return isNext ? "pay" : "drop-and-pay";
  return reported.status === "refunded" && !isNext ? "pay" : "resolve-last-try";
}
