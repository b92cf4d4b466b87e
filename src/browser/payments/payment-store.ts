import { atom } from "nanostores";
import { isServed } from "~/browser/edge-client/send.ts";
import { endRequest } from "~/browser/enrolments/enrolment-access.ts";
import { noteSeen } from "~/browser/enrolments/local-payments.ts";
import { deliverEntry } from "~/browser/outbox/deliver-entry.ts";
import { acknowledge, findEntry, markReceiptShown, removeEntry, saveEntry } from "~/browser/outbox/outbox.ts";
import type { StartedCheckout } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import { type CheckoutOutcome, isPaymentBehind, type OrderRefusal } from "~/domain/payments/payment-flow.ts";
import { newReference } from "~/domain/payments/reference.ts";
import type { SeenPayment } from "~/domain/payments/visible-status.ts";
import { askPayment, outcomeIn } from "./ask-payment.ts";
import { abandonCheckout, paymentMode } from "./load-checkout.ts";
import { openCheckout } from "./open-checkout.ts";
import { FIRST_STATE, nextPaymentState, type PaymentStateEvent, referenceFor } from "./payment-state.ts";
import type { OpenedCheckout } from "./register-order.ts";

/** Whom the academy's mails come from and go to: roles, or addresses where a gateway delivers them. */
export interface MailAddresses {
  readonly sender: string;
  readonly recipients: readonly string[];
}

export type PaymentStore = ReturnType<typeof createPaymentStore>;

/**
 * One payment after the other: each is saved first, paid second and sent third, so that every step can be repeated.
 * @param addresses null where the edge has the order before it is paid, and notifies staff: then this browser stores nothing
 * @param onPaid called once the money of an order has moved, before staff are notified
 * @param onRefused called where the edge refuses an order; without it a dialog says why
 */
export function createPaymentStore(
  addresses: MailAddresses | null,
  onPaid: (order: Order) => void,
  onRefused?: (refusal: OrderRefusal, order: Order) => void,
) {
  const $payment = atom(FIRST_STATE);
  /** The element in which a provider draws its own buttons. */
  const container: { current: HTMLDivElement | null } = { current: null };
  /** The element that had the focus when the payment was started. */
  const opener: { current: HTMLElement | null } = { current: null };
  /** Calls off the checkout that is open; null while none is. */
  let checkout: AbortController | null = null;

  // While a payment is under way, the page is not reloaded, not even for newer prices.
  $payment.listen(({ flow }) =>
    document.documentElement.toggleAttribute("data-paying", flow.step !== "editing"),
  );

  const currentFlow = () => $payment.get().flow;
  /** Takes several events at once, so that no step between them is shown. */
  function happened(...events: readonly PaymentStateEvent[]): void {
    $payment.set(events.reduce(nextPaymentState, $payment.get()));
  }

  function save(order: Order, payment: SeenPayment): void {
    if (addresses) saveEntry({ order, payment, ...addresses, delivered: [] });
    noteSeen(order.reference, payment.status);
  }

  /** Nothing was paid under its reference. */
  function drop({ reference }: Order): void {
    removeEntry(reference);
    noteSeen(reference, null);
  }

  function callOff(order: Order): void {
    drop(order);
    happened({ type: "calledOff", order });
  }

  async function notifyStaff({ reference }: Order): Promise<void> {
    const everybody = await deliverEntry(reference);
    happened({ type: "notified", everybody });
    markReceiptShown(reference);
  }

  /**
   * Ends a payment as its checkout says, unless that does not know and the edge does.
   * @param options isShared true where another tab may have the same order open, and its payer may have agreed there: the
   * order is not abandoned before the edge has said that it is not being charged
   */
  async function finish(order: Order, outcome: CheckoutOutcome, { isShared = false } = {}): Promise<void> {
    if (outcome.status === "unconfirmed") {
      // Should the page be lost now, staff must be notified and paying again must not be offered.
      save(order, outcome);
      happened({ type: "approved" });
    } else if (
      outcome.status === "paid" ||
      outcome.status === "refused" ||
      !(isShared || mayBePaid(order, outcome))
    ) {
      return resolve(order, outcome);
    }
    const reported = await askPayment(order);
    if (reported?.status === "pending" && order.charge.currency === "USD") {
      return resolve(order, { status: "unconfirmed" });
    }
    await resolve(order, (reported && outcomeIn(reported)) ?? outcome, { isAnswered: reported !== null });
  }

  /**
   * Whether money may have moved though the checkout reports that it ended without. Paystack's popup may be closed, or fail,
   * after the charge. PayPal's may fail after the payer agreed, and another tab with the same order then charges it.
   */
  function mayBePaid({ charge }: Order, { status }: CheckoutOutcome): boolean {
    const isReal = isServed && ["live", "test"].includes(paymentMode(charge.currency));
    const isOver = status === "failed" || (status === "cancelled" && charge.currency === "NGN");
    return isReal && isOver && currentFlow().step === "paying";
  }

  /** @param options isAnswered false where it cannot be known yet: the next visit asks again */
  async function resolve(
    order: Order,
    outcome: CheckoutOutcome,
    { isAnswered = true }: { isAnswered?: boolean } = {},
  ): Promise<void> {
    const isBehind = outcome.status === "paid" || outcome.status === "unconfirmed";
    if (isBehind) save(order, outcome);
    else if (isAnswered) drop(order);
    happened({ type: "finished", order, outcome, isUnknown: !isAnswered });
    if (outcome.status === "refused" && onRefused) {
      happened({ type: "dismiss" });
      onRefused(outcome, order);
    }
    if (!isBehind) return abandonCheckout(order);
    endRequest(order.reference);
    onPaid(order);
    await notifyStaff(order);
  }

  /**
   * Ends the last try as the provider now reports it, where money has moved in it or may have.
   * @returns whether money has moved, or may have: then the next try is not started
   */
  async function resolveLastTry(earlier: Order, next: Order): Promise<boolean> {
    const reported = await askPayment(earlier);
    const isNext = earlier.reference === next.reference;
    if (reported?.status === "unpaid" && !isNext) drop(earlier);
    if (!reported && !isNext && findEntry(earlier.reference)) {
      // Only the visitor can know; the page asks about what is left in the outbox.
      happened({ type: "lastTryLeft" });
      callOff(next);
      happened({ type: "dismiss" });
      return true;
    }
    if (!reported && $payment.get().unchecked.includes(next.reference)) {
      await resolve(next, { status: "cancelled" }, { isAnswered: false });
      return true;
    }
    if (!reported || reported.status === "unpaid") return false;
    if (reported.status === "refunded" && !isNext) return false;
    if (!isNext) {
      callOff(next);
      happened({ type: "start", order: earlier });
    }
    await resolve(earlier, outcomeIn(reported) ?? { status: "unconfirmed" });
    return true;
  }

  /**
   * Saves the order, opens the checkout, and notifies staff once the money has moved.
   * @param started the payment that the edge has started under this reference; null where the checkout starts it. Left out
   * for a new order, which is registered first.
   */
  async function pay(draft: Order, started?: StartedCheckout | null): Promise<void> {
    const flow = currentFlow();
    if (checkout || isPaymentBehind(flow)) return;
    checkout = new AbortController();
    if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
    const isNew = started === undefined;
    const order = isNew ? { ...draft, reference: referenceFor($payment.get(), draft) } : draft;
    save(order, { status: "opened" });
    happened({ type: "start", order }, { type: "show" });
    const { lastTry } = $payment.get();
    // Before it starts a payment, the edge itself asks about earlier ones for the same charges.
    if (isNew && lastTry && (await resolveLastTry(lastTry, order))) {
      checkout = null;
      return;
    }
    if (checkout.signal.aborted) return end(order, { status: "cancelled" });
    const isResumed = $payment.get().lastTry?.reference === order.reference;
    const isKnownElsewhere = isResumed || started?.provider === "paypal";
    const first = await open(order, checkout.signal, started);
    const isShared = isKnownElsewhere && order.charge.currency === "USD";
    if (first.status !== "reference-used") return end(order, first, { isShared });
    const anew = { ...order, reference: newReference(order.purpose, new Date()) };
    callOff(order);
    save(anew, { status: "opened" });
    happened({ type: "start", order: anew });
    return end(anew, await open(anew, checkout.signal));
  }

  async function end(
    order: Order,
    opened: OpenedCheckout,
    shared?: { readonly isShared: boolean },
  ): Promise<void> {
    checkout = null;
    if (opened.status === "reference-used") return finish(order, { ...opened, status: "failed" });
    if (opened.status !== "paid-before") return finish(order, opened, shared);
    callOff(order);
    const paid = { ...order, reference: opened.reference };
    happened({ type: "start", order: paid });
    await finish(paid, { status: "unconfirmed" });
  }

  function open(
    order: Order,
    signal: AbortSignal,
    started?: StartedCheckout | null,
  ): Promise<OpenedCheckout> {
    return openCheckout(order, {
      signal,
      container,
      started,
      onShown: () => happened({ type: "shown" }),
      onApproved: () => {
        save(order, { status: "unconfirmed" });
        happened({ type: "approved" });
      },
      onDeclined: () => {
        save(order, { status: "opened" });
        happened({ type: "declined" });
      },
    });
  }

  return {
    $payment,
    /** None of them rejects. */
    actions: {
      container,
      opener,
      pay,
      cancel: () => checkout?.abort(),
      dismiss: () => happened({ type: "dismiss" }),
      show: () => happened({ type: "show" }),
      /** Sends the mails that were not accepted again. */
      resend: async () => {
        const flow = currentFlow();
        if (flow.step !== "notNotified") return;
        happened({ type: "resend" });
        await notifyStaff(flow.order);
      },
      /** Leaves for the provider's own page, where its popup did not come up; it leads back here. */
      openPage: () => {
        const flow = currentFlow();
        if (flow.step !== "notPaid" || !flow.pageUrl) return;
        // As when a page is lost while paying: the edge is asked how it ended.
        save(flow.order, { status: "opened" });
        location.assign(flow.pageUrl);
      },
      startAnother: () => {
        const flow = currentFlow();
        if (flow.step !== "editing" && isPaymentBehind(flow)) acknowledge(flow.order.reference);
        happened({ type: "startAnother" });
      },
      /** An order of an earlier visit that was not paid: the same one tried again goes on under its reference. */
      resume: (order: Order) => {
        drop(order);
        happened({ type: "resume", order });
      },
      /** An order of an earlier visit that the visitor says was paid: staff are asked to look it up. */
      reportPaid: async (order: Order) => {
        if (isPaymentBehind(currentFlow())) return;
        happened({ type: "start", order });
        await finish(order, { status: "unconfirmed" });
      },
    },
  };
}
