import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import { isSameOrder, type Order } from "~/domain/payments/order.ts";
import {
  EDITING,
  nextPaymentFlow,
  type PaymentEvent,
  type PaymentFlow,
} from "~/domain/payments/payment-flow.ts";
import { newReference } from "~/domain/payments/reference.ts";

/** The payments of a page: the current one, and the attempts before it. */
export interface PaymentState {
  readonly flow: PaymentFlow;
  /** Whether the dialog of the current step is open. */
  readonly isDialogOpen: boolean;
  /** The last order that was not paid, as far as this page knows. The provider may know better. */
  readonly lastAttempt: Attempt | null;
  /** References that their provider has refused finally. The same order needs another one. */
  readonly refusedReferences: readonly string[];
  /** References of closed checkouts that the edge has not reported on yet. */
  readonly uncheckedReferences: readonly string[];
}

interface Attempt {
  readonly order: Order;
  /** Whether its checkout failed. Otherwise the same order is resumed under its reference. */
  readonly hasFailed: boolean;
}

export type PaymentStateEvent =
  | PaymentEvent
  /** The page gives this order up, for which nothing was paid, and goes on with another one. */
  | { readonly type: "calledOff"; readonly order: Order }
  /** Only the visitor can know the outcome of the last attempt, about which the page asks elsewhere. */
  | { readonly type: "lastAttemptLeft" }
  /** The visitor says that an order of an earlier visit was not paid. */
  | { readonly type: "resume"; readonly order: Order }
  | { readonly type: "show" };

export const FIRST_STATE: PaymentState = {
  flow: EDITING,
  isDialogOpen: true,
  lastAttempt: null,
  refusedReferences: [],
  uncheckedReferences: [],
};

export function nextPaymentState(state: PaymentState, event: PaymentStateEvent): PaymentState {
  switch (event.type) {
    case "show":
      return { ...state, isDialogOpen: true };
    case "resume":
      return { ...state, lastAttempt: { order: event.order, hasFailed: false } };
    case "lastAttemptLeft":
      return { ...state, lastAttempt: null };
    case "calledOff": {
      const cancelled = { type: "finished", order: event.order, outcome: { status: "cancelled" } } as const;
      return { ...state, flow: nextPaymentFlow(state.flow, cancelled) };
    }
  }
  const nextState = { ...state, flow: nextPaymentFlow(state.flow, event) };
  switch (event.type) {
    case "notified":
      return { ...nextState, isDialogOpen: true };
    case "dismiss":
      return { ...nextState, isDialogOpen: false };
    case "finished":
      return { ...nextState, ...attemptsAfter(state, event) };
    default:
      return nextState;
  }
}

type Attempts = Pick<PaymentState, "lastAttempt" | "refusedReferences" | "uncheckedReferences">;

function attemptsAfter(
  { refusedReferences, uncheckedReferences }: Attempts,
  { order, outcome, isUnknown = false }: Extract<PaymentEvent, { type: "finished" }>,
): Attempts {
  const { reference } = order;
  const { status } = outcome;
  const hasFailed = status === "failed";
  const isOver = status === "paid" || status === "unconfirmed" || status === "refused";
  const otherReferences = uncheckedReferences.filter((unchecked) => unchecked !== reference);
  return {
    lastAttempt: isOver ? null : { order, hasFailed },
    refusedReferences: hasFailed && !isUnknown ? [...refusedReferences, reference] : refusedReferences,
    uncheckedReferences: isUnknown ? [...otherReferences, reference] : otherReferences,
  };
}

/**
 * Returns the reference under which to pay an order. A second attempt at the same order keeps the first one's
 * reference, so that a provider that did take the money refuses to take it twice. A changed or failed order gets a
 * new one.
 */
export function referenceFor({ lastAttempt, refusedReferences }: PaymentState, draft: Order): string {
  const isResumed = lastAttempt && !lastAttempt.hasFailed && isSameOrder(lastAttempt.order, draft);
  const { reference } = isResumed ? lastAttempt.order : draft;
  return refusedReferences.includes(reference) ? newReference(draft.purpose, new Date()) : reference;
}

/** What a page does with a new order, once the edge was asked about the last attempt. */
type StepAfterLastAttempt =
  | "pay"
  /** Removes the attempt, for which nothing was paid, and pays. */
  | "drop-and-pay"
  /** Only the visitor can know the outcome of the attempt. */
  | "ask-visitor"
  /** The attempt is for the same payment, and may still be paid. */
  | "still-unknown"
  /** Money has moved in the attempt, or may have, so the attempt is the payment. */
  | "resolve-last-attempt";

interface LastAttemptFacts {
  /** Whether the attempt and the new order have the same reference. */
  readonly isSameReference: boolean;
  readonly isInOutbox: boolean;
  /** Whether the edge has not reported on the new order's reference yet. */
  readonly isUnchecked: boolean;
}

/** @param report the edge's report on the last attempt; `null` if the edge does not know */
export function stepAfterLastAttempt(
  report: ReportedStatus | null,
  { isSameReference, isInOutbox, isUnchecked }: LastAttemptFacts,
): StepAfterLastAttempt {
  if (report === null) {
    if (!isSameReference && isInOutbox) return "ask-visitor";
    return isUnchecked ? "still-unknown" : "pay";
  }
  if (report.status === "unpaid") return isSameReference ? "pay" : "drop-and-pay";
  return report.status === "refunded" && !isSameReference ? "pay" : "resolve-last-attempt";
}
