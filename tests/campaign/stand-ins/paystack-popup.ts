/** Stands in for @paystack/inline-js, with what was measured of it: cancelling calls onCancel, a dead frame nobody. */
import type { TransactionOptions } from "@paystack/inline-js";
import { type PaystackWindow, stage } from "./stage.ts";

export default class PaystackPop {
  readonly checkoutIframe = { title: "", remove() {} };
  readonly backgroundIframe = { title: "", remove() {} };
  #window: PaystackWindow | null = null;

  newTransaction(options: TransactionOptions): { readonly status: string | null } {
    const window: PaystackWindow = { options, status: null, isOpen: true };
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
