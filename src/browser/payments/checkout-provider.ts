import type { BegunCheckout } from "~/domain/payments/begun-payment.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";

/** What a checkout reports to the page while it is open, and where it may draw. */
export interface CheckoutView {
  /** An empty element inside the open pay dialog, for a provider that draws its own buttons. */
  readonly container: HTMLElement;
  /** What the edge has begun at the provider; null where the checkout begins it. */
  readonly begun: BegunCheckout | null;
  /** Aborted when the visitor closes the pay dialog. */
  readonly signal: AbortSignal;
  /** The checkout is on the screen; from here the visitor acts there. */
  onShown(): void;
  /** The visitor has agreed to pay and the charge is being made: closing is no longer harmless. */
  onApproved(): void;
  /** The bank refused, nothing was charged, and the visitor may choose another way to pay in the same checkout. */
  onDeclined(): void;
}

/** One way to take money. Its file is the only place that knows the provider's vocabulary. */
export interface CheckoutProvider {
  /** Opens the checkout for an order and resolves once it has ended. Rejects only an order that must not be charged. */
  checkout(order: Order, view: CheckoutView): Promise<CheckoutOutcome>;
}
