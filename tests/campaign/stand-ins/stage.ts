import type { KnownTransaction, TransactionOptions } from "@paystack/inline-js";
import type { CheckoutProvider } from "~/browser/payments/checkout-provider.ts";
import type { Currency } from "~/domain/money/money.ts";
import { currentProcess, type Process } from "../virtual-time.ts";

/** Paystack's checkout, as its own page has it on the screen. */
export interface PaystackWindow {
  readonly options: TransactionOptions | KnownTransaction;
  /** Whether it goes on with a transaction that was begun before. */
  readonly isResumed: boolean;
  status: string | null;
  isOpen: boolean;
}

/** What a tab shows of the providers, and who acts there. */
export interface Stage {
  loadCheckout(currency: Currency): Promise<CheckoutProvider>;
  onPaystack(window: PaystackWindow): void;
}

const stages = new WeakMap<Process, Stage>();

export function setStage(tab: Process, stage: Stage): void {
  stages.set(tab, stage);
}

/** The stage of the tab that asks. */
export function stage(): Stage {
  const tab = currentProcess();
  const found = tab && stages.get(tab);
  if (!found) throw new Error("Only a tab has a checkout.");
  return found;
}
