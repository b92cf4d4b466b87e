import PaystackPop, { type TransactionCallbacks, type TransactionOptions } from "@paystack/inline-js";
import { UNREACHABLE_MESSAGES } from "~/domain/payments/checkout.ts";
import { checkOrder, type Order } from "~/domain/payments/order.ts";
import { orderLines } from "~/domain/payments/order-lines.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import type { CheckoutProvider } from "../load-checkout.ts";

export const LOAD_TIMEOUT_MS = 15_000;
/** The package hides its frames over 0.3 s and then writes to one of them. */
const FADE_OUT_MS = 1_000;

/**
 * Paystack's checkout for naira.
 *
 * The package adds two frames to the page when its object is made, shows them at once, and calls no callback when
 * they never load: a watchdog does. The edge starts the transaction, and the popup goes on with it by its access code,
 * however often it is closed; where there is no edge the popup starts it, and its object is kept for the next try, which
 * it resumes. One that failed to load, or is about another order, is thrown away with its frames. A resumed checkout
 * keeps the callbacks of its first try, so these lead to whatever try is current.
 * @param key the public one, pk_…
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

  /** Cancelling first makes the package forget the transaction; it goes on using its frames while they fade out. */
  function discard(): void {
    const dead = popup;
    popup = null;
    isLoaded = false;
    if (!dead) return;
    dead.cancelTransaction();
    const frames = [dead.checkoutIframe, dead.backgroundIframe];
    for (const frame of frames) frame.title = "Closed checkout";
    setTimeout(() => {
      for (const frame of frames) frame.remove();
    }, FADE_OUT_MS);
  }

  return {
    checkout: (order, view) =>
      new Promise((resolve) => {
        const started = view.started?.provider === "paystack" ? view.started : null;
        // What the edge has started has the address on record, which a payer's page does not know.
        checkOrder(order, "NGN", { needsEmail: started === null });
        // The frames have not loaded this order yet, so the watchdog and Escape must hold for it as for a first one.
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
        // A checkout that has loaded before is resumed at once, and may not say a second time that it has loaded.
        const watchdog = isLoaded ? undefined : setTimeout(giveUp, LOAD_TIMEOUT_MS);
        if (isLoaded) view.onShown();
        // The frames cover the page; until they hold something, Escape is the only way out.
        const onKey = (event: KeyboardEvent) => {
          if (event.key !== "Escape" || isLoaded) return;
          // Otherwise the browser closes our dialog about this with the same key.
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
          // A bank transfer that is still on its way is first reported as cancelled, then as pending.
          onCancel: () =>
            queueMicrotask(
              () =>
                current &&
                finish({ status: hasMovedMoney(transaction?.status) ? "unconfirmed" : "cancelled" }),
            ),
          onBankTransferConfirmationPending: () => finish({ status: "unconfirmed" }),
          onError: (error) => finish(refusalOf(error.message), { keepPopup: false }),
        };
        const what = started ? { accessCode: started.accessCode } : transactionFor(key, order);
        const transaction = open().newTransaction({ ...what, ...relay });
      }),
  };
}

/**
 * Returns the transaction that Paystack is asked to charge. Its custom fields alone are enough to enrol
 * somebody.
 */
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

/** The visitor may close the checkout after paying, before its last callback has come. */
function hasMovedMoney(status: string | null | undefined): boolean {
  return status === "success" || status === "pending";
}

function refusalOf(message = "Paystack couldn't start the payment."): CheckoutOutcome {
  return { status: "failed", message: DUPLICATE.test(message) ? STARTED_BEFORE : message };
}

/** Paystack may accept a reference only once, where the page started the transaction: the next try has another. */
const DUPLICATE = /duplicate.*reference/i;
const STARTED_BEFORE = "This payment was started before. Please try again.";

function outcomeOf(
  transaction: { id?: number | string; reference: string; status?: string },
  order: Order,
): CheckoutOutcome {
  const isConfirmed = !transaction.status || transaction.status === "success";
  if (!isConfirmed || transaction.reference !== order.reference) return { status: "unconfirmed" };
  return { status: "paid", payment: { id: String(transaction.id ?? transaction.reference), payer: null } };
}

/** The frames come without a name for screen readers. */
function withTitles(popup: PaystackPop): PaystackPop {
  popup.checkoutIframe.title = "Paystack checkout";
  popup.backgroundIframe.title = "Paystack is loading";
  return popup;
}
