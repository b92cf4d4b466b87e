/**
 * The story of one payment, free of React and of the providers.
 *
 *   editing ── start ──> opening ── shown ──> paying ── approved ──> confirming
 *                           │                   │                        │
 *                           └───────── settled (what the provider answers) ┘
 *                                                │
 *      paid ──> notifying ── notified ──> received | notNotified ── resend ──> notifying
 *      unconfirmed ──> unconfirmed          (the money may have moved: pay is not offered again)
 *      cancelled | failed | unreachable ──> notPaid ── dismiss ──> editing, or ── start ──> opening
 *
 * Payment and notification are two facts. Once money has moved, or may have, only the visitor's own
 * "start another" leads back to editing. A payment that is reported late still counts: `settled` with
 * "paid" is believed in every state that has not yet seen it. Anything else out of turn changes nothing.
 */
import { isSameOrder, type Order } from "./order.ts";

/** Who paid, as the provider knows them. */
export interface Payer {
  readonly name: string;
  readonly email: string;
}

/** The proof of a payment: the provider's own number for it. */
export interface Payment {
  readonly id: string;
  readonly payer: Payer | null;
}

/** What a provider answers once a checkout has ended. */
export type CheckoutOutcome =
  | { readonly status: "paid"; readonly payment: Payment }
  /** The visitor closed the checkout; nothing was charged. */
  | { readonly status: "cancelled" }
  /** The provider refused, for the reason it gives. */
  | { readonly status: "failed"; readonly message: string }
  /** The checkout never appeared. */
  | { readonly status: "unreachable"; readonly message: string }
  /** The money may have moved, and nobody can tell yet. */
  | { readonly status: "unconfirmed" };

export type PaymentFlow =
  | {
      readonly step: "editing";
      /** An order that was not paid: the same order tried again goes on under its reference. */
      readonly lastTry: Order | null;
    }
  | { readonly step: "opening" | "paying" | "confirming"; readonly order: Order }
  | {
      readonly step: "notifying" | "received" | "notNotified";
      readonly order: Order;
      readonly payment: Payment;
    }
  | { readonly step: "unconfirmed"; readonly order: Order }
  | {
      readonly step: "notPaid";
      readonly order: Order;
      readonly reason: "closed" | "failed" | "unreachable";
      /** The provider's words, when it gave any. */
      readonly message: string | null;
    };

export type PaymentEvent =
  | { readonly type: "start"; readonly order: Order }
  | { readonly type: "shown" }
  | { readonly type: "approved" }
  | { readonly type: "settled"; readonly order: Order; readonly outcome: CheckoutOutcome }
  | { readonly type: "notified"; readonly everybody: boolean }
  | { readonly type: "resend" }
  | { readonly type: "dismiss" }
  | { readonly type: "startAnother" }
  /** The visitor says that an order of an earlier visit was not paid. */
  | { readonly type: "takeUp"; readonly order: Order };

export const EDITING: PaymentFlow = { step: "editing", lastTry: null };

/** The next state; the same one when the event is out of turn. */
export function nextPaymentFlow(flow: PaymentFlow, event: PaymentEvent): PaymentFlow {
  switch (event.type) {
    case "start":
      return flow.step === "editing" || flow.step === "notPaid"
        ? { step: "opening", order: event.order }
        : flow;
    case "shown":
      return flow.step === "opening" ? { step: "paying", order: flow.order } : flow;
    case "approved":
      return flow.step === "opening" || flow.step === "paying"
        ? { step: "confirming", order: flow.order }
        : flow;
    case "settled":
      return settled(flow, event.order, event.outcome);
    case "notified":
      return flow.step === "notifying"
        ? { ...flow, step: event.everybody ? "received" : "notNotified" }
        : flow;
    case "resend":
      return flow.step === "notNotified" ? { ...flow, step: "notifying" } : flow;
    case "dismiss":
      return flow.step === "notPaid" ? { step: "editing", lastTry: orderToGoOnWith(flow) } : flow;
    case "startAnother":
      return flow.step === "received" || flow.step === "notNotified" || flow.step === "unconfirmed"
        ? EDITING
        : flow;
    case "takeUp":
      return flow.step === "editing" ? { step: "editing", lastTry: event.order } : flow;
  }
}

function settled(flow: PaymentFlow, order: Order, outcome: CheckoutOutcome): PaymentFlow {
  const isThisOrder = flow.step !== "editing" && flow.order.reference === order.reference;
  if (outcome.status === "paid") {
    const isKnown =
      isThisOrder && (flow.step === "notifying" || flow.step === "received" || flow.step === "notNotified");
    return isKnown ? flow : { step: "notifying", order, payment: outcome.payment };
  }
  if (!isThisOrder || !isCheckoutOpen(flow)) return flow;
  switch (outcome.status) {
    case "unconfirmed":
      return { step: "unconfirmed", order };
    case "cancelled":
      return { step: "notPaid", order, reason: "closed", message: null };
    case "failed":
    case "unreachable":
      return { step: "notPaid", order, reason: outcome.status, message: outcome.message };
  }
}

/** The provider has the visitor: nothing else may be started, and what was typed must not change. */
export function isCheckoutOpen(flow: PaymentFlow): boolean {
  return flow.step === "opening" || flow.step === "paying" || flow.step === "confirming";
}

/** Money has moved or may have: paying again is not offered by itself. */
export function isPaymentBehind(flow: PaymentFlow): boolean {
  return (
    flow.step === "notifying" ||
    flow.step === "received" ||
    flow.step === "notNotified" ||
    flow.step === "unconfirmed"
  );
}

/**
 * The reference to pay under: a second try at the same order goes on under the first one's reference, so that
 * a provider that took the money after all refuses to take it twice. A changed order, or one that the provider
 * refused for good, gets a new one.
 */
export function referenceToUse(flow: PaymentFlow, draft: Order): string {
  const last = orderToGoOnWith(flow);
  return last && isSameOrder(last, draft) ? last.reference : draft.reference;
}

function orderToGoOnWith(flow: PaymentFlow): Order | null {
  if (flow.step === "editing") return flow.lastTry;
  return flow.step === "notPaid" && flow.reason !== "failed" ? flow.order : null;
}
