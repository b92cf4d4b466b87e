import type { Money } from "~/domain/money/money.ts";
import type { PaystackCheckout } from "./checkout.ts";

/** A payment that was begun at a provider: how a page continues it. */
export interface BegunPayment {
  readonly reference: string;
  readonly amount: Money;
  /** Numbers of the charges that it pays. */
  readonly charges: readonly number[];
  /** null where the page begins it itself, because this edge has no account. */
  readonly checkout: BegunCheckout | null;
}

export type BegunCheckout =
  | ({ readonly provider: "paystack" } & PaystackCheckout)
  | { readonly provider: "paypal"; readonly orderId: string; readonly url: string | null };
