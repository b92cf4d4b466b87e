/**
 * The state machine of one payment, free of the page and of the providers.
 *
 *   editing ── start ──> opening ── shown ──> paying ── approved ──> confirming
 *                           │                   │ <───── declined ──────┤  (the payer may choose another card)
 *                           │                   │                        │
 *                           └──────── finished (what the provider answers) ┘
 *                                                │
 *      paid ──> notifying ── notified ──> received | notNotified ── resend ──> notifying
 *      unconfirmed ──> unconfirmed          (the money may have moved: pay is not offered again)
 *      cancelled | failed | unreachable | refused ──> notPaid ── dismiss ──> editing, or ── start ──> opening
 *
 * Payment and notification are two facts. Once money has moved, or may have, only the visitor's own
 * "start another" leads back to editing. A payment that is reported late still counts: `finished` with
 * "paid" is accepted in every state that has not yet seen it. Anything else out of turn changes nothing.
 */
import type { Money } from "~/domain/money/money.ts";
import type { Order } from "./order.ts";

/** The payer's name and e-mail address as the provider reports them. */
export interface Payer {
  readonly name: string;
  readonly email: string;
}

/** The proof of a payment: the provider's own number for it. */
export interface Payment {
  readonly id: string;
  readonly payer: Payer | null;
  /** The received amount, if it is less than the price; `paid` is null if it is in another currency. */
  readonly shortPaid?: { readonly paid: Money | null };
}

/** The edge refused an order before anything was started at a provider: it must be corrected. */
export interface OrderRefusal {
  readonly status: "refused";
  readonly message: string;
  /** The messages about fields, by the fields' names in the form; empty if the whole order is refused. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Reads what must be corrected in an order from a 422 response. */
export function refusalIn(body: unknown, message: string): OrderRefusal {
  const errors: unknown = (body as { errors?: unknown } | null)?.errors;
  const texts = Object.entries(Object(errors)).map(([field, text]) => [field, `${text}`]);
  return { status: "refused", message, errors: Object.fromEntries(texts) };
}

/** The end of a checkout, as its provider reports it. */
export type CheckoutOutcome =
  | OrderRefusal
  | { readonly status: "paid"; readonly payment: Payment }
  /** The visitor closed the checkout; nothing was charged. */
  | { readonly status: "cancelled" }
  /** The provider refused, for the reason it gives. */
  | { readonly status: "failed"; readonly message: string }
  /** The checkout never appeared. */
  | {
      readonly status: "unreachable";
      readonly message: string;
      /** The provider's own page for the same payment, where there is one. */
      readonly pageUrl?: string;
    }
  /** The money may have moved; staff look it up. */
  | { readonly status: "unconfirmed" };

export type PaymentFlow =
  | { readonly step: "editing" }
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
      /** `unknown`: closed, and the edge could not be asked whether it was paid. */
      readonly reason: "closed" | "unknown" | "failed" | "unreachable" | "refused";
      /** The provider's message; null if it gave none. */
      readonly message: string | null;
      /** The provider's own page, on which it can still be paid. */
      readonly pageUrl?: string;
    };

export type PaymentEvent =
  | { readonly type: "start"; readonly order: Order }
  | { readonly type: "shown" }
  | { readonly type: "approved" }
  /** The bank refused, nothing was charged, and the checkout is open for another try. */
  | { readonly type: "declined" }
  | {
      readonly type: "finished";
      readonly order: Order;
      readonly outcome: CheckoutOutcome;
      /** The edge could not be asked about the outcome. */
      readonly isUnknown?: boolean;
    }
  | { readonly type: "notified"; readonly everybody: boolean }
  | { readonly type: "resend" }
  | { readonly type: "dismiss" }
  | { readonly type: "startAnother" };

export const EDITING: PaymentFlow = { step: "editing" };

/** Returns the next state; the same one if the event is out of turn. */
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
    case "declined":
      return flow.step === "confirming" ? { step: "paying", order: flow.order } : flow;
    case "finished":
      return finished(flow, event);
    case "notified":
      if (flow.step !== "notifying") return flow;
      return { ...flow, step: event.everybody ? "received" : "notNotified" };
    case "resend":
      return flow.step === "notNotified" ? { ...flow, step: "notifying" } : flow;
    case "dismiss":
      return flow.step === "notPaid" ? EDITING : flow;
    case "startAnother":
      return flow.step === "received" || flow.step === "notNotified" || flow.step === "unconfirmed"
        ? EDITING
        : flow;
  }
}

function finished(
  flow: PaymentFlow,
  { order, outcome, isUnknown = false }: Extract<PaymentEvent, { type: "finished" }>,
): PaymentFlow {
  const isThisOrder = flow.step !== "editing" && flow.order.reference === order.reference;
  if (outcome.status === "paid") {
    const isReceived = ["notifying", "received", "notNotified"].includes(flow.step);
    return isThisOrder && isReceived ? flow : { step: "notifying", order, payment: outcome.payment };
  }
  if (!isThisOrder || !isCheckoutOpen(flow)) return flow;
  switch (outcome.status) {
    case "unconfirmed":
      return { step: "unconfirmed", order };
    case "cancelled":
      return { step: "notPaid", order, reason: isUnknown ? "unknown" : "closed", message: null };
    case "refused":
      return { step: "notPaid", order, reason: "refused", message: outcome.message };
    case "failed":
    case "unreachable": {
      const { status: reason, ...details } = outcome;
      return { step: "notPaid", order, reason, ...details };
    }
  }
}

/** Whether the visitor is at the provider. Until it ends, nothing else is started and no field changes. */
export function isCheckoutOpen(flow: PaymentFlow): boolean {
  return flow.step === "opening" || flow.step === "paying" || flow.step === "confirming";
}

/** Whether money has moved or may have, so that paying again is not offered. */
export function mayHaveCharged(flow: PaymentFlow): boolean {
  return ["notifying", "received", "notNotified", "unconfirmed"].includes(flow.step);
}
