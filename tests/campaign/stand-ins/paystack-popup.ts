/** Stands in for @paystack/inline-js, as it was measured: cancelling calls onCancel, a dead frame calls nothing. */
import type { KnownTransaction, TransactionOptions } from "@paystack/inline-js";
import { type PaystackWindow, stage } from "./stage.ts";

export default class PaystackPop {
  readonly checkoutIframe = { title: "", remove() {} };
  readonly backgroundIframe = { title: "", remove() {} };
  #window: PaystackWindow | null = null;
  /** References that this object has begun: it alone resumes them without an access code. */
  readonly #begun = new Set<string>();

  newTransaction(options: TransactionOptions | KnownTransaction): { readonly status: string | null } {
    const isResumed = "accessCode" in options || this.#begun.has(options.reference);
    if ("reference" in options) this.#begun.add(options.reference);
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
