/** What stands in for the providers' code in a browser: each tab has checkouts of its own. */
import type { KnownTransaction, TransactionOptions } from "@paystack/inline-js";
import type { CheckoutProvider } from "~/browser/payments/load-checkout.ts";
import type { Currency } from "~/domain/money/money.ts";
import { currentProcess } from "./virtual-time.ts";

/** Paystack's checkout, as its own page has it on the screen. */
export interface PaystackWindow {
  readonly options: TransactionOptions | KnownTransaction;
  /** Whether it goes on with a transaction that was started before. */
  readonly isResumed: boolean;
  status: string | null;
  isOpen: boolean;
}

/** What a tab shows of the providers, and who acts there. */
export interface Stage {
  loadCheckout(currency: Currency): Promise<CheckoutProvider>;
  onPaystack(window: PaystackWindow): void;
}

/** The stage of the tab that asks. */
function stage(): Stage {
  const found = currentProcess()?.stage;
  if (!found) throw new Error("Only a tab has a checkout.");
  return found;
}

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
    const isResumed = "accessCode" in options || this.#started.has(options.reference);
    if ("reference" in options) this.#started.add(options.reference);
    const window: PaystackWindow = { options, isResumed, status: null, isOpen: true };
    this.#window = window;
    stage().onPaystack(window);
    return window;
  }

  cancelTransaction(): void {
    if (!this.#window?.isOpen) return;
    this.#window.isOpen = false;
    this.#window.options.onCancel();
  }
}
