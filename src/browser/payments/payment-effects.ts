import type { WritableAtom } from "nanostores";
import { HAS_EDGE } from "~/browser/edge-client/send.ts";
import { endRequest } from "~/browser/enrolments/enrolment-access.ts";
import { noteSeen } from "~/browser/enrolments/local-payments.ts";
import { deliverEntry } from "~/browser/outbox/deliver-entry.ts";
import { markReceiptShown, removeEntry, saveEntry } from "~/browser/outbox/outbox.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome, OrderRefusal, PaymentFlow } from "~/domain/payments/payment-flow.ts";
import type { SeenPayment } from "~/domain/payments/visible-status.ts";
import { askPayment, outcomeIn } from "./ask-payment.ts";
import { abandonCheckout, paymentMode } from "./load-checkout.ts";
import { nextPaymentState, type PaymentState, type PaymentStateEvent } from "./payment-state.ts";

/** The sender and recipients of the academy's mails: roles, or addresses if a gateway delivers the mails. */
export interface MailAddresses {
  readonly sender: string;
  readonly recipients: readonly string[];
}

/** A page that takes payments, one after another. */
export interface PaymentPage {
  readonly $payment: WritableAtom<PaymentState>;
  /** `null` if the edge has the order and notifies staff, so that the outbox stores nothing. */
  readonly addresses: MailAddresses | null;
  /** Called when the money of an order has moved or may have, before staff are notified. */
  readonly onPaid: (order: Order) => void;
  /** Called when the edge refuses an order. Without it a dialog shows the reason. */
  readonly onRefused: ((refusal: OrderRefusal, order: Order) => void) | undefined;
  /** The element in which a provider draws its own buttons. */
  readonly container: { current: HTMLDivElement | null };
  /** The element that had the focus when the payment was started. */
  readonly opener: { current: HTMLElement | null };
  /** Cancels the open checkout; `null` if none is open. */
  checkout: AbortController | null;
}

export const flowOf = ({ $payment }: PaymentPage): PaymentFlow => $payment.get().flow;

/** Dispatches several events at once, so that no step between them is shown. */
export function dispatch({ $payment }: PaymentPage, ...events: readonly PaymentStateEvent[]): void {
  $payment.set(events.reduce(nextPaymentState, $payment.get()));
}

export function save({ addresses }: PaymentPage, order: Order, payment: SeenPayment): void {
  if (addresses) saveEntry({ order, payment, ...addresses, delivered: [] });
  noteSeen(order.reference, payment.status);
}

/** Removes a payment for which nothing was paid from this browser. */
export function dropUnpaid({ reference }: Order): void {
  removeEntry(reference);
  noteSeen(reference, null);
}

export function callOff(page: PaymentPage, order: Order): void {
  dropUnpaid(order);
  dispatch(page, { type: "calledOff", order });
}

/**
 * Ends a payment by its checkout's outcome, or by the edge's report if the checkout may be wrong.
 * @param options isShared whether another tab may have the same order open. Its payer may agree there, so the order is
 * not abandoned before the edge reports that it is not being charged
 */
export async function finish(
  page: PaymentPage,
  order: Order,
  outcome: CheckoutOutcome,
  { isShared = false } = {},
): Promise<void> {
  if (outcome.status === "paid" || outcome.status === "refused") return resolve(page, order, outcome);
  if (outcome.status === "unconfirmed") {
    // If the page is lost during the request, staff are notified and paying again is not offered.
    save(page, order, outcome);
    dispatch(page, { type: "approved" });
  } else if (!isShared && !mayBePaid(page, order, outcome)) {
    return resolve(page, order, outcome);
  }
  const report = await askPayment(order);
  if (report?.status === "pending" && order.charge.currency === "USD") {
    return resolve(page, order, { status: "unconfirmed" });
  }
  const isUnknown = report === null;
  await resolve(page, order, (report && outcomeIn(report)) ?? outcome, { isUnknown });
}

/**
 * Whether money may have moved although the checkout reports the opposite. Paystack's popup may be closed, or fail,
 * after the charge. PayPal's may fail after the payer agreed, and another tab with the same order then charges it.
 */
function mayBePaid(page: PaymentPage, { charge }: Order, { status }: CheckoutOutcome): boolean {
  const isReal = HAS_EDGE && ["live", "test"].includes(paymentMode(charge.currency));
  const mayBeWrong = status === "failed" || (status === "cancelled" && charge.currency === "NGN");
  return isReal && mayBeWrong && flowOf(page).step === "paying";
}

/** @param options isUnknown whether the outcome is not known yet, so that the next visit asks again */
export async function resolve(
  page: PaymentPage,
  order: Order,
  outcome: CheckoutOutcome,
  { isUnknown = false } = {},
): Promise<void> {
  const mayHaveMoved = outcome.status === "paid" || outcome.status === "unconfirmed";
  if (mayHaveMoved) save(page, order, outcome);
  else if (!isUnknown) dropUnpaid(order);
  dispatch(page, { type: "finished", order, outcome, isUnknown });
  if (outcome.status === "refused" && page.onRefused) {
    dispatch(page, { type: "dismiss" });
    page.onRefused(outcome, order);
  }
  if (!mayHaveMoved) return abandonCheckout(order);
  endRequest(order.reference);
  page.onPaid(order);
  await notifyStaff(page, order);
}

export async function notifyStaff(page: PaymentPage, { reference }: Order): Promise<void> {
  const everybody = await deliverEntry(reference);
  dispatch(page, { type: "notified", everybody });
  markReceiptShown(reference);
}
