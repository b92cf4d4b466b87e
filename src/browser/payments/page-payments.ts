import { atom } from "nanostores";
import { acknowledge, findEntry } from "~/browser/outbox/outbox.ts";
import type { StartedCheckout } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import { mayHaveCharged, type OrderRefusal } from "~/domain/payments/payment-flow.ts";
import { newReference } from "~/domain/payments/reference.ts";
import { askPayment, outcomeIn } from "./ask-payment.ts";
import { type OpenedCheckout, openCheckout } from "./open-checkout.ts";
import {
  callOff,
  dispatch,
  dropUnpaid,
  finish,
  flowOf,
  type MailAddresses,
  notifyStaff,
  type PaymentPage,
  resolve,
  save,
} from "./payment-effects.ts";
import { FIRST_STATE, referenceFor, stepAfterLastAttempt } from "./payment-state.ts";

export type PagePayments = ReturnType<typeof createPagePayments>;

/**
 * Creates the payments of a page. Each is saved before it is paid, and paid before staff are notified, so that every
 * step can be repeated. See {@link PaymentPage} for the parameters.
 */
export function createPagePayments(
  addresses: MailAddresses | null,
  onPaid: (order: Order) => void,
  onRefused?: (refusal: OrderRefusal, order: Order) => void,
) {
  const page: PaymentPage = {
    $payment: atom(FIRST_STATE),
    addresses,
    onPaid,
    onRefused,
    container: { current: null },
    opener: { current: null },
    checkout: null,
  };
  // The attribute keeps the page from being reloaded for changed prices.
  page.$payment.listen(({ flow }) =>
    document.documentElement.toggleAttribute("data-paying", flow.step !== "editing"),
  );
  return {
    $payment: page.$payment,
    /** None of these functions rejects. */
    actions: {
      container: page.container,
      opener: page.opener,
      pay: (draft: Order, started?: StartedCheckout | null) => pay(page, draft, started),
      cancel: () => page.checkout?.abort(),
      dismiss: () => dispatch(page, { type: "dismiss" }),
      show: () => dispatch(page, { type: "show" }),
      resend: () => resend(page),
      openPage: () => openPage(page),
      startAnother: () => startAnother(page),
      /** Notes that an earlier visit's order was not paid. A new attempt at it keeps its reference. */
      resume: (order: Order) => {
        dropUnpaid(order);
        dispatch(page, { type: "resume", order });
      },
      /** Asks staff to look up an earlier visit's order, which was paid as the visitor says. */
      reportPaid: async (order: Order) => {
        if (mayHaveCharged(flowOf(page))) return;
        dispatch(page, { type: "start", order });
        await finish(page, order, { status: "unconfirmed" });
      },
    },
  };
}

/**
 * Saves an order, opens its checkout, and notifies staff once the money has moved.
 * @param started the payment that the edge has started under this reference; `null` if the checkout starts it;
 * `undefined` for a new order, which is sent to the edge first
 */
async function pay(page: PaymentPage, draft: Order, started?: StartedCheckout | null): Promise<void> {
  if (page.checkout || mayHaveCharged(flowOf(page))) return;
  const checkout = new AbortController();
  page.checkout = checkout;
  if (document.activeElement instanceof HTMLElement) page.opener.current = document.activeElement;
  const isNew = started === undefined;
  const order = isNew ? { ...draft, reference: referenceFor(page.$payment.get(), draft) } : draft;
  save(page, order, { status: "opened" });
  dispatch(page, { type: "start", order }, { type: "show" });
  const { lastAttempt } = page.$payment.get();
  // If the edge has started the payment, it has checked the earlier attempts itself.
  if (isNew && lastAttempt && (await isHeldBack(page, lastAttempt.order, order))) {
    page.checkout = null;
    return;
  }
  if (checkout.signal.aborted) return end(page, order, { status: "cancelled" });
  const isResumed = page.$payment.get().lastAttempt?.order.reference === order.reference;
  const isShared = order.charge.currency === "USD" && (isResumed || started?.provider === "paypal");
  const opened = await open(page, order, checkout.signal, started);
  if (opened.status !== "reference-used") return end(page, order, opened, { isShared });
  const orderAgain = { ...order, reference: newReference(order.purpose, new Date()) };
  callOff(page, order);
  save(page, orderAgain, { status: "opened" });
  dispatch(page, { type: "start", order: orderAgain });
  return end(page, orderAgain, await open(page, orderAgain, checkout.signal));
}

/** Asks for the outcome of the last attempt, and shows it if it keeps the next order from being paid now. */
async function isHeldBack(page: PaymentPage, lastOrder: Order, nextOrder: Order): Promise<boolean> {
  const report = await askPayment(lastOrder);
  const isSameReference = lastOrder.reference === nextOrder.reference;
  const isInOutbox = findEntry(lastOrder.reference) !== null;
  const isUnchecked = page.$payment.get().uncheckedReferences.includes(nextOrder.reference);
  switch (stepAfterLastAttempt(report, { isSameReference, isInOutbox, isUnchecked })) {
    case "pay":
      return false;
    case "drop-and-pay":
      dropUnpaid(lastOrder);
      return false;
    case "ask-visitor":
      dispatch(page, { type: "lastAttemptLeft" });
      callOff(page, nextOrder);
      dispatch(page, { type: "dismiss" });
      return true;
    case "still-unknown":
      await resolve(page, nextOrder, { status: "cancelled" }, { isUnknown: true });
      return true;
    case "resolve-last-attempt":
      if (!isSameReference) {
        callOff(page, nextOrder);
        dispatch(page, { type: "start", order: lastOrder });
      }
      await resolve(page, lastOrder, (report && outcomeIn(report)) ?? { status: "unconfirmed" });
      return true;
  }
}

function open(
  page: PaymentPage,
  order: Order,
  signal: AbortSignal,
  started?: StartedCheckout | null,
): Promise<OpenedCheckout> {
  return openCheckout(order, {
    signal,
    container: page.container,
    started,
    onShown: () => dispatch(page, { type: "shown" }),
    onApproved: () => {
      save(page, order, { status: "unconfirmed" });
      dispatch(page, { type: "approved" });
    },
    onDeclined: () => {
      save(page, order, { status: "opened" });
      dispatch(page, { type: "declined" });
    },
  });
}

async function end(
  page: PaymentPage,
  order: Order,
  opened: OpenedCheckout,
  options?: { readonly isShared: boolean },
): Promise<void> {
  page.checkout = null;
  if (opened.status === "reference-used") return finish(page, order, { ...opened, status: "failed" });
  if (opened.status !== "paid-before") return finish(page, order, opened, options);
  callOff(page, order);
  const paidOrder = { ...order, reference: opened.reference };
  dispatch(page, { type: "start", order: paidOrder });
  await finish(page, paidOrder, { status: "unconfirmed" });
}

/** Sends the mails again that were not accepted. */
async function resend(page: PaymentPage): Promise<void> {
  const flow = flowOf(page);
  if (flow.step !== "notNotified") return;
  dispatch(page, { type: "resend" });
  await notifyStaff(page, flow.order);
}

/** Opens the provider's own page, if its popup did not open. The provider returns the visitor to this page. */
function openPage(page: PaymentPage): void {
  const flow = flowOf(page);
  if (flow.step !== "notPaid" || !flow.pageUrl) return;
  // The next visit then asks the edge for the outcome.
  save(page, flow.order, { status: "opened" });
  location.assign(flow.pageUrl);
}

function startAnother(page: PaymentPage): void {
  const flow = flowOf(page);
  if (flow.step !== "editing" && mayHaveCharged(flow)) acknowledge(flow.order.reference);
  dispatch(page, { type: "startAnother" });
}
