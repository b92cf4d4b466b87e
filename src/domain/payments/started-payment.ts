import type { Money } from "~/domain/money/money.ts";
import type { PaystackCheckout } from "./checkout.ts";

/** A payment that was started at a provider: how a page continues it. */
export interface StartedPayment {
  readonly reference: string;
  readonly amount: Money;
  /** Numbers of the charges that it pays. */
  readonly charges: readonly number[];
  /** null where the page starts it itself, because this edge has no account. */
  readonly checkout: StartedCheckout | null;
}

export type StartedCheckout =
  | ({ readonly provider: "paystack" } & PaystackCheckout)
  | { readonly provider: "paypal"; readonly orderId: string; readonly url: string | null };
