import type { StartedCheckout } from "~/domain/payments/checkout.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { isPaidOrPending, type PaymentRecord, type PricedPayment } from "./payment-record.ts";
import { findPayment } from "./payment-store.ts";
import { queryPayPal } from "./paypal/check-paypal.ts";
import type { PayPalClient } from "./paypal/paypal-client.ts";
import { approvalPage } from "./paypal/paypal-order.ts";
import { placeOrder } from "./paypal/place-order.ts";
import type { PaystackClient } from "./paystack/paystack-client.ts";
import { startCheckout } from "./paystack/start-checkout.ts";

/** Where the payer's browser goes on. */
export interface PayerReturn {
  /** The address to which the provider's own page leads back. */
  readonly address: URL;
  /** Whether the payer leaves for that page: PayPal's dialog needs no address, its page does. */
  readonly leavesSite: boolean;
}

/** What came of starting a payment. */
export type PaymentStart =
  | { readonly type: "started"; readonly checkout: StartedCheckout }
  /** This edge has no account with the provider: the page starts it itself. */
  | { readonly type: "left-to-page" }
  /** It is paid already, or is being confirmed: nothing was started. */
  | { readonly type: "resolved"; readonly payment: PaymentRecord }
  /** The provider knows the reference from a transaction that cannot be continued: the payment needs another. */
  | { readonly type: "reference-used" };

/**
 * Starts a payment at its provider, at the price that it was stored with, or continues what was started before. The same
 * payment started again, from two tabs as well, is charged once.
 * @throws ProviderError where the provider gives no answer, AccountRefused where it takes no money for the academy
 */
export async function startPayment(
  context: AppContext,
  payment: PricedPayment,
  payerReturn: PayerReturn,
): Promise<PaymentStart> {
  const { paystack, paypal } = context.providers;
  if (isPaidOrPending(payment)) return { type: "resolved", payment };
  if (payment.provider === "paystack") {
    return paystack ? startAtPaystack(context, paystack.client, payment, payerReturn) : LEFT_TO_PAGE;
  }
  return paypal ? startAtPayPal(context, paypal.client, payment, payerReturn) : LEFT_TO_PAGE;
}

const LEFT_TO_PAGE: PaymentStart = { type: "left-to-page" };

async function startAtPaystack(
  context: AppContext,
  client: PaystackClient,
  payment: PricedPayment,
  { address }: PayerReturn,
): Promise<PaymentStart> {
  const checkout = await startCheckout(context, client, payment, address);
  if (checkout) return { type: "started", checkout: { provider: "paystack", ...checkout } };
  return withoutCheckout(context, payment);
}

/** What came of a payment whose reference the provider knows already, once it was asked. */
async function withoutCheckout({ db }: AppContext, { reference }: PricedPayment): Promise<PaymentStart> {
  const latest = await findPayment(db, reference);
  return latest && isPaidOrPending(latest)
    ? { type: "resolved", payment: latest }
    : { type: "reference-used" };
}

async function startAtPayPal(
  context: AppContext,
  client: PayPalClient,
  payment: PricedPayment,
  { address, leavesSite }: PayerReturn,
): Promise<PaymentStart> {
  const orderId = await placeOrder(context, client, payment, leavesSite ? address : null);
  if (orderId === null) {
    // Another tab may have captured its order at this moment.
    await queryPayPal(context, client, payment);
    return withoutCheckout(context, payment);
  }
  if (!leavesSite) return { type: "started", checkout: { provider: "paypal", orderId, url: null } };
  // A payer who has agreed already goes to the page where the money is taken.
  const url = approvalPage(await client.getOrder(orderId)) ?? address.href;
  return { type: "started", checkout: { provider: "paypal", orderId, url } };
}
