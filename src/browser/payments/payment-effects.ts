import type { WritableAtom } from "nanostores";
import { isServed } from "~/browser/edge-client/send.ts";
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

/** Whom the academy's mails come from and go to: roles, or addresses where a gateway delivers them. */
export interface MailAddresses {
  readonly sender: string;
  readonly recipients: readonly string[];
}

/** The page on which payments are made, one after the other. What it shows is in `$payment`; the rest is its effects'. */
export interface PaymentPage {
  readonly $payment: WritableAtom<PaymentState>;
  /** null where the edge has the order before it is paid, and notifies staff: then this browser stores nothing. */
  readonly addresses: MailAddresses | null;
  /** Called once the money of an order has moved, before staff are notified. */
  readonly onPaid: (order: Order) => void;
  /** Called where the edge refuses an order; without it a dialog says why. */
  readonly onRefused: ((refusal: OrderRefusal, order: Order) => void) | undefined;
  /** The element in which a provider draws its own buttons. */
  readonly container: { current: HTMLDivElement | null };
  /** The element that had the focus when the payment was started. */
  readonly opener: { current: HTMLElement | null };
  /** Calls off the checkout that is open; null while none is. */
  checkout: AbortController | null;
}

export const flowOf = ({ $payment }: PaymentPage): PaymentFlow => $payment.get().flow;

/** Takes several events at once, so that no step between them is shown. */
export function dispatch({ $payment }: PaymentPage, ...events: readonly PaymentStateEvent[]): void {
  $payment.set(events.reduce(nextPaymentState, $payment.get()));
}

export function save({ addresses }: PaymentPage, order: Order, payment: SeenPayment): void {
  if (addresses) saveEntry({ order, payment, ...addresses, delivered: [] });
  noteSeen(order.reference, payment.status);
}

/** Nothing was paid under its reference. */
export function drop({ reference }: Order): void {
  removeEntry(reference);
  noteSeen(reference, null);
}

export function callOff(page: PaymentPage, order: Order): void {
  drop(order);
  dispatch(page, { type: "calledOff", order });
}

/**
 * Ends a payment as its checkout says, unless that does not know and the edge does.
 * @param options isShared true where another tab may have the same order open, and its payer may have agreed there: the
 * order is not abandoned before the edge has said that it is not being charged
 */
export async function finish(
  page: PaymentPage,
  order: Order,
  outcome: CheckoutOutcome,
  { isShared = false } = {},
): Promise<void> {
  if (outcome.status === "paid" || outcome.status === "refused") return resolve(page, order, outcome);
  if (outcome.status === "unconfirmed") {
    // Should the page be lost now, staff must be notified and paying again must not be offered.
    save(page, order, outcome);
    dispatch(page, { type: "approved" });
  } else if (!isShared && !mayBePaid(page, order, outcome)) {
    return resolve(page, order, outcome);
  }
  const reported = await askPayment(order);
  if (reported?.status === "pending" && order.charge.currency === "USD") {
    return resolve(page, order, { status: "unconfirmed" });
  }
  const isAnswered = reported !== null;
  await resolve(page, order, (reported && outcomeIn(reported)) ?? outcome, { isAnswered });
}

/**
 * Whether money may have moved though the checkout reports that it ended without. Paystack's popup may be closed, or fail,
 * after the charge. PayPal's may fail after the payer agreed, and another tab with the same order then charges it.
 */
function mayBePaid(page: PaymentPage, { charge }: Order, { status }: CheckoutOutcome): boolean {
  const isReal = isServed && ["live", "test"].includes(paymentMode(charge.currency));
  const isOver = status === "failed" || (status === "cancelled" && charge.currency === "NGN");
  return isReal && isOver && flowOf(page).step === "paying";
}

/** @param options isAnswered false where it cannot be known yet: the next visit asks again */
export async function resolve(
  page: PaymentPage,
  order: Order,
  outcome: CheckoutOutcome,
  { isAnswered = true }: { isAnswered?: boolean } = {},
): Promise<void> {
  const isBehind = outcome.status === "paid" || outcome.status === "unconfirmed";
  if (isBehind) save(page, order, outcome);
  else if (isAnswered) drop(order);
  dispatch(page, { type: "finished", order, outcome, isUnknown: !isAnswered });
  if (outcome.status === "refused" && page.onRefused) {
    dispatch(page, { type: "dismiss" });
    page.onRefused(outcome, order);
  }
  if (!isBehind) return abandonCheckout(order);
  endRequest(order.reference);
  page.onPaid(order);
  await notifyStaff(page, order);
}

export async function notifyStaff(page: PaymentPage, { reference }: Order): Promise<void> {
  const everybody = await deliverEntry(reference);
  dispatch(page, { type: "notified", everybody });
  markReceiptShown(reference);
}
