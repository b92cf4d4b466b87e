import type { TransactionOptions } from "@paystack/inline-js";
import type { Currency } from "~/domain/money/money.ts";
import type { CheckoutProvider } from "~/payments/checkout-provider.ts";
import { currentProcess, type Process } from "../virtual-time.ts";

/** Paystack's checkout, as its own page has it on the screen. */
export interface PaystackWindow {
  readonly options: TransactionOptions;
  status: string | null;
  isOpen: boolean;
}

/** PayPal's buttons, as the adapter gave them to PayPal's script. */
export interface PayPalButtons {
  onInit(): void;
  createOrder(data: unknown, actions: unknown): Promise<string>;
  onApprove(data: unknown, actions: unknown): Promise<void>;
  onCancel(): void;
  onError(error: unknown): void;
}

/** What a tab shows of the providers, and who acts there. */
export interface Stage {
  loadCheckout(currency: Currency): Promise<CheckoutProvider>;
  onPaystack(window: PaystackWindow): void;
  onPayPal(buttons: PayPalButtons): void;
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
