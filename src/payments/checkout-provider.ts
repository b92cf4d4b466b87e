import type { Order } from "~/domain/enrolment/order.ts";
import type { CheckoutOutcome } from "~/domain/enrolment/payment-flow.ts";

/** What a checkout tells the page while it is open, and where it may draw. */
export interface CheckoutView {
  /** An empty element inside the open pay dialog, for a provider that draws its own buttons. */
  readonly container: HTMLElement;
  /** Aborted when the visitor closes the pay dialog. */
  readonly signal: AbortSignal;
  /** The checkout is on the screen; from here the visitor acts there. */
  onShown(): void;
  /** The visitor has agreed to pay and the charge is being made: closing is no longer harmless. */
  onApproved(): void;
}

/** One way to take money. Its file is the only place that knows the provider's words. */
export interface CheckoutProvider {
  /** Opens the checkout for an order and resolves once it has ended. Rejects only an order that must not be charged. */
  checkout(order: Order, view: CheckoutView): Promise<CheckoutOutcome>;
}
