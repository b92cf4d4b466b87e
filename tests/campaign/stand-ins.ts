/** What stands in for the providers' code in a browser: each tab has checkouts of its own. */
import type { KnownTransaction, TransactionOptions } from "@paystack/inline-js";
import type { Currency } from "~/domain/money/money.ts";
import { referenceOfAccess } from "~/sandbox/providers/paystack-api.ts";
import type { Stage } from "./checkout.ts";
import { currentProcess } from "./time.ts";

/** Paystack's checkout, as its own page has it on the screen. */
export interface PaystackWindow {
  readonly options: TransactionOptions | KnownTransaction;
  readonly reference: string;
  /** Whether it goes on with a transaction that was started before. */
  readonly isResumed: boolean;
  status: string | null;
  isOpen: boolean;
}

/** The stage of the tab that asks: nothing else has a checkout. */
const stage = () => currentProcess()?.stage as Stage;

// In the place of ~/browser/payments/load-checkout.ts: its code may not arrive.
export const loadCheckout = (currency: Currency) => stage().loadCheckout(currency);
export const paymentMode = () => "live" as const;

/** In the place of @paystack/inline-js, as it was measured: cancelling calls onCancel, a dead frame calls nothing. */
export default class PaystackPop {
  readonly checkoutIframe = { title: "", remove() {} };
  readonly backgroundIframe = { title: "", remove() {} };
  #window: PaystackWindow | null = null;
  /** References that this object has started: it alone resumes them without an access code. */
  readonly #started = new Set<string>();

  newTransaction(options: TransactionOptions | KnownTransaction): { readonly status: string | null } {
    const isKnown = "accessCode" in options;
    const reference = isKnown ? referenceOfAccess(options.accessCode) : options.reference;
    const isResumed = isKnown || this.#started.has(reference);
    if (!isKnown) this.#started.add(reference);
    this.#window = { options, reference, isResumed, status: null, isOpen: true };
    stage().onPaystack(this.#window);
    return this.#window;
  }

  cancelTransaction(): void {
    if (!this.#window?.isOpen) return;
    this.#window.isOpen = false;
    this.#window.options.onCancel();
  }
}
