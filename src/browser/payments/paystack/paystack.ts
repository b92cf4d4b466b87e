import PaystackPop, { type TransactionCallbacks, type TransactionOptions } from "@paystack/inline-js";
import { UNREACHABLE_MESSAGES } from "~/domain/payments/checkout.ts";
import { checkOrder, type Order } from "~/domain/payments/order.ts";
import { orderLines } from "~/domain/payments/order-lines.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import type { CheckoutProvider } from "../load-checkout.ts";

const LOAD_TIMEOUT_MS = 15_000;
/** The package hides its frames over 0.3 s and then writes to one of them. */
const FADE_OUT_MS = 1_000;

/**
 * Returns Paystack's checkout for naira.
 *
 * The package adds two frames to the page when its object is created. It calls no callback if they never
 * load, so a watchdog ends the checkout. A transaction that the edge has started is resumed by its access
 * code. Without an edge the popup starts the transaction, and the next attempt at the order resumes it with
 * the same object. An object that failed to load, or has another order, is discarded with its frames. A
 * resumed transaction calls the callbacks of its first attempt, which `relay` passes on to the current one.
 * @param key the public key, pk_…
 */
export function createPaystack(key: string): CheckoutProvider {
  let popup: PaystackPop | null = null;
  let reference: string | null = null;
  let current: TransactionCallbacks | null = null;
  let isLoaded = false;
  const relay: TransactionCallbacks = {
    onSuccess: (transaction) => current?.onSuccess(transaction),
    onCancel: () => current?.onCancel(),
    onLoad: () => current?.onLoad(),
    onError: (error) => current?.onError(error),
    onBankTransferConfirmationPending: () => current?.onBankTransferConfirmationPending(),
  };

  function open(): PaystackPop {
    popup ??= withTitles(new PaystackPop());
    return popup;
  }

  /** Discards the package's object. It uses its frames while they fade out, so they are removed afterwards. */
  function discard(): void {
    const discarded = popup;
    popup = null;
    isLoaded = false;
    if (!discarded) return;
    discarded.cancelTransaction();
    const frames = [discarded.checkoutIframe, discarded.backgroundIframe];
    for (const frame of frames) frame.title = "Closed checkout";
    setTimeout(() => {
      for (const frame of frames) frame.remove();
    }, FADE_OUT_MS);
  }

  return {
    checkout: (order, view) =>
      new Promise((resolve) => {
        const started = view.started?.provider === "paystack" ? view.started : null;
        // The edge sets the e-mail address of the transactions that it starts, so the order may lack one.
        checkOrder(order, "NGN", { needsEmail: started === null });
        // The frames hold another order, so this one is loaded into new frames.
        if (order.reference !== reference) discard();
        reference = order.reference;
        const finish = (outcome: CheckoutOutcome, { keepPopup = true } = {}) => {
          clearTimeout(watchdog);
          document.removeEventListener("keydown", onKey);
          current = null;
          if (!keepPopup) discard();
          resolve(outcome);
        };
        const giveUp = () =>
          finish({ status: "unreachable", message: UNREACHABLE_MESSAGES.NGN }, { keepPopup: false });
        // A resumed checkout is visible at once, and does not always call onLoad again.
        const watchdog = isLoaded ? undefined : setTimeout(giveUp, LOAD_TIMEOUT_MS);
        if (isLoaded) view.onShown();
        // The frames cover the page. Until they have loaded, Escape is the only way out.
        const onKey = (event: KeyboardEvent) => {
          if (event.key !== "Escape" || isLoaded) return;
          // Otherwise the same key also closes the dialog that shows the outcome.
          event.preventDefault();
          finish({ status: "cancelled" }, { keepPopup: false });
        };
        document.addEventListener("keydown", onKey);

        current = {
          onLoad: () => {
            clearTimeout(watchdog);
            if (!isLoaded) view.onShown();
            isLoaded = true;
          },
          onSuccess: (transaction) => finish(outcomeOf(transaction, order)),
          // The package reports a pending bank transfer first as cancelled, then as pending. The microtask runs
          // after the second report, which finishes the checkout and clears `current`.
          onCancel: () =>
            queueMicrotask(() => {
              if (current === null) return;
              finish({ status: hasMovedMoney(transaction?.status) ? "unconfirmed" : "cancelled" });
            }),
          onBankTransferConfirmationPending: () => finish({ status: "unconfirmed" }),
          onError: (error) => finish(refusalOf(error.message), { keepPopup: false }),
        };
        const options = started ? { accessCode: started.accessCode } : transactionFor(key, order);
        const transaction = open().newTransaction({ ...options, ...relay });
      }),
  };
}

/** Returns the transaction to charge. The edge can enrol the learner from its custom fields alone. */
function transactionFor(key: string, order: Order): Omit<TransactionOptions, keyof TransactionCallbacks> {
  return {
    key,
    email: order.learner.email,
    amount: order.charge.minor,
    currency: "NGN",
    reference: order.reference,
    firstName: order.learner.firstName,
    lastName: order.learner.lastName,
    phone: order.learner.phone,
    metadata: {
      custom_fields: [
        { display_name: "Reference", variable_name: "reference", value: order.reference },
        ...orderLines(order)
          .filter(({ value }) => value !== "")
          .map(({ name, label, value }) => ({ display_name: label, variable_name: name, value })),
      ],
    },
  };
}

/** Whether the visitor has paid although the checkout was closed before its last callback. */
function hasMovedMoney(status: string | null | undefined): boolean {
  return status === "success" || status === "pending";
}

/** Paystack may refuse a second transaction with a reference. The next attempt has another reference. */
const DUPLICATE = /duplicate.*reference/i;
const STARTED_BEFORE = "This payment was started before. Please try again.";

function refusalOf(message = "Paystack couldn't start the payment."): CheckoutOutcome {
  return { status: "failed", message: DUPLICATE.test(message) ? STARTED_BEFORE : message };
}

function outcomeOf(
  transaction: { id?: number | string; reference: string; status?: string },
  order: Order,
): CheckoutOutcome {
  // The package does not always pass a status to onSuccess.
  const isConfirmed = !transaction.status || transaction.status === "success";
  if (!isConfirmed || transaction.reference !== order.reference) return { status: "unconfirmed" };
  return { status: "paid", payment: { id: String(transaction.id ?? transaction.reference), payer: null } };
}

/** Names the frames for screen readers. */
function withTitles(popup: PaystackPop): PaystackPop {
  popup.checkoutIframe.title = "Paystack checkout";
  popup.backgroundIframe.title = "Paystack is loading";
  return popup;
}
