import { type RefObject, useEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Order } from "~/domain/enrolment/order.ts";
import {
  type CheckoutOutcome,
  EDITING,
  isPaymentBehind,
  nextPaymentFlow,
  type PaymentFlow,
  referenceToUse,
} from "~/domain/enrolment/payment-flow.ts";
import { deliverEntry } from "~/mail/deliver-entry.ts";
import { acknowledge, noteReceipt, type PaymentStatus, removeEntry, saveEntry } from "~/mail/outbox.ts";
import { SAVED_COPY_MESSAGE, UNREACHABLE_MESSAGES } from "~/payments/checkout-messages.ts";
import { loadCheckout, paymentMode } from "~/payments/load-checkout.ts";
import { announceOrder } from "~/payments/tell-edge.ts";

/** Whom the academy's mails come from and go to: roles, or addresses where a gateway delivers them. */
export interface MailAddresses {
  readonly sender: string;
  readonly recipients: readonly string[];
}

export interface PaymentControl {
  readonly flow: PaymentFlow;
  /** Whether the dialog that tells of the current step is on the screen. */
  readonly isTold: boolean;
  /** Where a provider that draws its own buttons draws them. */
  readonly container: RefObject<HTMLDivElement | null>;
  /** What had the focus when the payment was begun. */
  readonly opener: RefObject<HTMLElement | null>;
  /** Saves the order, opens the checkout, and tells staff once the money has moved. */
  pay(draft: Order): Promise<void>;
  /** Closes the pay dialog; nothing is charged. */
  cancel(): void;
  /** Closes the dialog that tells of the current step. */
  dismiss(): void;
  /** Opens that dialog again. */
  show(): void;
  /** Sends the mails that were not accepted again. */
  resend(): Promise<void>;
  /** Back to an empty start after a payment. */
  startAnother(): void;
  /** An order of an earlier visit: unpaid, so that it can be tried again under its reference. */
  takeUp(order: Order): void;
  /** An order of an earlier visit that the visitor says was paid: staff are told to look it up. */
  reportPaid(order: Order): Promise<void>;
}

/**
 * Walks one payment through its states: save first, pay second, send third.
 * @param onPaid called once the money has moved, before anybody is told: the form may be emptied.
 */
export function usePayment(addresses: MailAddresses, onPaid: () => void): PaymentControl {
  const [flow, dispatch] = useReducer(nextPaymentFlow, EDITING);
  const [isTold, setIsTold] = useState(true);
  const container = useRef<HTMLDivElement>(null);
  const opened = useRef<AbortController | null>(null);
  const opener = useRef<HTMLElement>(null);

  useEffect(() => {
    // Until it is left, this page is not loaded anew, not even for newer prices.
    document.documentElement.toggleAttribute("data-paying", flow.step !== "editing");
  }, [flow.step]);

  function keep(order: Order, payment: PaymentStatus): void {
    saveEntry({ order, payment, ...addresses, delivered: [] });
  }

  async function tell(order: Order): Promise<void> {
    const everybody = await deliverEntry(order.reference);
    setIsTold(true);
    dispatch({ type: "notified", everybody });
    noteReceipt(order.reference);
  }

  async function settle(order: Order, outcome: CheckoutOutcome): Promise<void> {
    if (outcome.status === "paid") keep(order, { status: "paid", payment: outcome.payment });
    else if (outcome.status === "unconfirmed") keep(order, { status: "unconfirmed" });
    else removeEntry(order.reference);
    dispatch({ type: "settled", order, outcome });
    if (outcome.status === "paid" || outcome.status === "unconfirmed") {
      onPaid();
      await tell(order);
    }
  }

  async function pay(draft: Order): Promise<void> {
    if (opened.current || isPaymentBehind(flow)) return;
    const controller = new AbortController();
    opened.current = controller;
    if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
    const order = { ...draft, reference: referenceToUse(flow, draft) };
    keep(order, { status: "opened" });
    const refusal =
      paymentMode(order.charge.currency) === "missing" ? Promise.resolve(null) : announceOrder(order);
    // The provider needs the pay dialog on the page, not just planned.
    flushSync(() => {
      setIsTold(true);
      dispatch({ type: "start", order });
    });
    const outcome = await openCheckout(order, {
      signal: controller.signal,
      container,
      refusal,
      onShown: () => dispatch({ type: "shown" }),
      onApproved: () => {
        // Should the page be lost now, staff must hear of it and paying again must not be offered.
        keep(order, { status: "unconfirmed" });
        dispatch({ type: "approved" });
      },
    });
    opened.current = null;
    await settle(order, outcome);
  }

  return {
    flow,
    isTold,
    container,
    opener,
    pay,
    cancel: () => opened.current?.abort(),
    dismiss: () => {
      setIsTold(false);
      dispatch({ type: "dismiss" });
    },
    resend: async () => {
      if (flow.step !== "notNotified") return;
      dispatch({ type: "resend" });
      await tell(flow.order);
    },
    show: () => setIsTold(true),
    startAnother: () => {
      if (flow.step !== "editing" && isPaymentBehind(flow)) acknowledge(flow.order.reference);
      dispatch({ type: "startAnother" });
    },
    takeUp: (order) => {
      removeEntry(order.reference);
      dispatch({ type: "takeUp", order });
    },
    reportPaid: async (order) => {
      if (isPaymentBehind(flow)) return;
      dispatch({ type: "start", order });
      await settle(order, { status: "unconfirmed" });
    },
  };
}

/**
 * The code of a checkout comes over the same poor network as everything else; a visitor must not wait for it for ever,
 * nor once they have closed the dialog.
 */
const CODE_TIMEOUT_MS = 20_000;

function inTime<T>(loading: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    const timer = setTimeout(() => reject(new Error("The checkout's code did not arrive.")), CODE_TIMEOUT_MS);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function openCheckout(
  order: Order,
  view: {
    signal: AbortSignal;
    container: RefObject<HTMLDivElement | null>;
    /** Why the order must not be charged, once that is known. */
    refusal: Promise<string | null>;
    onShown(): void;
    onApproved(): void;
  },
): Promise<CheckoutOutcome> {
  const { currency } = order.charge;
  // The service worker marks a page that it gave because the network did not answer: its prices may be old ones.
  if ("saved" in document.documentElement.dataset)
    return { status: "unreachable", message: SAVED_COPY_MESSAGE };
  const code = Promise.allSettled([loadCheckout(currency)]);
  try {
    // What the edge says of the price comes first: after a deploy the checkout's code may be gone as well.
    const refusal = await inTime(view.refusal, view.signal);
    if (refusal) return { status: "failed", message: refusal };
    const [loaded] = await inTime(code, view.signal);
    if (view.signal.aborted) return { status: "cancelled" };
    if (loaded.status === "rejected") throw loaded.reason;
    const provider = loaded.value;
    if (!view.container.current) throw new Error("The pay dialog is not on the page.");
    return await provider.checkout(order, { ...view, container: view.container.current });
  } catch {
    if (view.signal.aborted) return { status: "cancelled" };
    return { status: "unreachable", message: UNREACHABLE_MESSAGES[currency] };
  }
}
