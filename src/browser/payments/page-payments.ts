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
  drop,
  finish,
  flowOf,
  type MailAddresses,
  notifyStaff,
  type PaymentPage,
  resolve,
  save,
} from "./payment-effects.ts";
import { afterLastTry, FIRST_STATE, referenceFor } from "./payment-state.ts";

export type PagePayments = ReturnType<typeof createPagePayments>;

/** Each payment is saved first, paid second and sent third, so that every step can be repeated. The parameters are {@link PaymentPage}'s. */
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
  // While a payment is under way, the page is not reloaded, not even for newer prices.
  page.$payment.listen(({ flow }) =>
    document.documentElement.toggleAttribute("data-paying", flow.step !== "editing"),
  );
  return {
    $payment: page.$payment,
    /** None of them rejects. */
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
      /** An order of an earlier visit that was not paid: the same one tried again goes on under its reference. */
      resume: (order: Order) => {
        drop(order);
        dispatch(page, { type: "resume", order });
      },
      /** An order of an earlier visit that the visitor says was paid: staff are asked to look it up. */
      reportPaid: async (order: Order) => {
        if (mayHaveCharged(flowOf(page))) return;
        dispatch(page, { type: "start", order });
        await finish(page, order, { status: "unconfirmed" });
      },
    },
  };
}

/**
 * Saves the order, opens the checkout, and notifies staff once the money has moved.
 * @param started the payment that the edge has started under this reference; null where the checkout starts it. Left out
 * for a new order, which is registered first.
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
  const { lastTry } = page.$payment.get();
  // Before it starts a payment, the edge itself asks about earlier ones for the same charges.
  if (isNew && lastTry && (await resolveLastTry(page, lastTry.order, order))) {
    page.checkout = null;
    return;
  }
  if (checkout.signal.aborted) return end(page, order, { status: "cancelled" });
  const isResumed = page.$payment.get().lastTry?.order.reference === order.reference;
  const isKnownElsewhere = isResumed || started?.provider === "paypal";
  const first = await open(page, order, checkout.signal, started);
  const isShared = isKnownElsewhere && order.charge.currency === "USD";
  if (first.status !== "reference-used") return end(page, order, first, { isShared });
  const anew = { ...order, reference: newReference(order.purpose, new Date()) };
  callOff(page, order);
  save(page, anew, { status: "opened" });
  dispatch(page, { type: "start", order: anew });
  return end(page, anew, await open(page, anew, checkout.signal));
}

/**
 * Ends the last try as the provider now reports it, where money has moved in it or may have.
 * @returns whether the next order is not paid now
 */
async function resolveLastTry(page: PaymentPage, earlier: Order, next: Order): Promise<boolean> {
  const reported = await askPayment(earlier);
  const isNext = earlier.reference === next.reference;
  const isUnchecked = page.$payment.get().unchecked.includes(next.reference);
  const isLeft = findEntry(earlier.reference) !== null;
  switch (afterLastTry(reported, { isNext, isLeft, isUnchecked })) {
    case "pay":
      return false;
    case "drop-and-pay":
      drop(earlier);
      return false;
    case "ask-visitor":
      dispatch(page, { type: "lastTryLeft" });
      callOff(page, next);
      dispatch(page, { type: "dismiss" });
      return true;
    case "still-unknown":
      await resolve(page, next, { status: "cancelled" }, { isAnswered: false });
      return true;
    case "resolve-last-try":
      if (!isNext) {
        callOff(page, next);
        dispatch(page, { type: "start", order: earlier });
      }
      await resolve(page, earlier, (reported && outcomeIn(reported)) ?? { status: "unconfirmed" });
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
  shared?: { readonly isShared: boolean },
): Promise<void> {
  page.checkout = null;
  if (opened.status === "reference-used") return finish(page, order, { ...opened, status: "failed" });
  if (opened.status !== "paid-before") return finish(page, order, opened, shared);
  callOff(page, order);
  const paid = { ...order, reference: opened.reference };
  dispatch(page, { type: "start", order: paid });
  await finish(page, paid, { status: "unconfirmed" });
}

/** Sends the mails that were not accepted again. */
async function resend(page: PaymentPage): Promise<void> {
  const flow = flowOf(page);
  if (flow.step !== "notNotified") return;
  dispatch(page, { type: "resend" });
  await notifyStaff(page, flow.order);
}

/** Leaves for the provider's own page, where its popup did not come up; it leads back here. */
function openPage(page: PaymentPage): void {
  const flow = flowOf(page);
  if (flow.step !== "notPaid" || !flow.pageUrl) return;
  // As when a page is lost while paying: the edge is asked how it ended.
  save(page, flow.order, { status: "opened" });
  location.assign(flow.pageUrl);
}

function startAnother(page: PaymentPage): void {
  const flow = flowOf(page);
  if (flow.step !== "editing" && mayHaveCharged(flow)) acknowledge(flow.order.reference);
  dispatch(page, { type: "startAnother" });
}
