/** Messages and data of a checkout that pages and the edge share. */

import { type Currency, type Money, toDecimalString } from "~/domain/money/money.ts";
import type { Order } from "./order.ts";
import type { CheckoutOutcome } from "./payment-flow.ts";

/** The part of the payment page that is shown: a payment's status, a refusal, or `unknown`. */
export type ReturnPart = ReportedStatus["status"] | "declined" | "account" | "unknown";

/** Returns the address to which a provider's own page returns. @param site any address of the site */
export function returnAddress(reference: string, site: string): URL {
  const address = new URL("/prod/payments/return", site);
  address.searchParams.set("reference", reference);
  return address;
}

/** The page that shows how a payment ended. */
export const PAYMENT_PAGE = "/Payment";

/** The message when the code or the script of a currency's provider does not arrive. */
export const UNREACHABLE_MESSAGES: Record<Currency, string> = {
  NGN: "Unable to load paystack inline script",
  USD: "Failed to load the PayPal JS SDK script.",
};

/**
 * The message on a page from the service worker's cache. Its price may be old, so nothing is paid there.
 */
export const SAVED_COPY_MESSAGE =
  "This page is a saved copy, so its price may have changed. Load the page again when the network is back, then pay.";

/** A transaction that the edge has started at Paystack, as a visitor continues it. */
export interface PaystackCheckout {
  /** The code that opens Paystack's popup. */
  readonly accessCode: string;
  /** Paystack's hosted checkout. */
  readonly url: string;
}

/** The reason why the edge starts no payment, if a page has to act on it. */
export type NotStarted =
  /** Paystack has a transaction with the reference that cannot be continued. A new reference is needed. */
  | "reference-used"
  /**
   * This browser has paid the same under the reference in the answer, or that payment is being confirmed.
   */
  | "paid-before"
  /** A retry in a minute may succeed. */
  | "not-now";

/** The order that PayPal is asked to charge, in the form of its Orders API. */
export interface PayPalPurchase {
  intent: "CAPTURE";
  purchase_units: [
    {
      description: string;
      /** Our reference and its proof. */
      custom_id: string;
      invoice_id: string;
      amount: { currency_code: "USD"; value: string };
    },
  ];
  application_context: {
    shipping_preference: "NO_SHIPPING";
    user_action: "PAY_NOW";
    /**
     * The address to which PayPal's own page returns the payer, approved or not; left out for its dialog.
     */
    return_url?: string;
    cancel_url?: string;
  };
}

/** The outcome of capturing an order that the payer approved. */
export type CaptureOutcome =
  | CheckoutOutcome
  /** PayPal lets the payer choose another way to pay for the same order, or confirm it again. */
  | { readonly status: "declined"; readonly message: string };

/** The longest description that PayPal takes. */
const MAX_DESCRIPTION = 127;

/**
 * Returns an order of one purchase unit. Its invoice id lets PayPal refuse to take the same payment twice.
 * @param order `proof` is a text for the edge alone, which is read back from the payment's record
 * @param returnTo the address to which PayPal's own page returns; null if the payer is in its dialog
 */
export function paypalPurchase(
  order: Pick<Order, "reference" | "course" | "charge"> & { readonly proof?: string | null },
  returnTo: URL | null = null,
): PayPalPurchase {
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        description: order.course.name.slice(0, MAX_DESCRIPTION),
        custom_id: [order.reference, order.proof].filter(Boolean).join(" "),
        invoice_id: order.reference,
        amount: { currency_code: "USD", value: toDecimalString(order.charge) },
      },
    ],
    application_context: {
      shipping_preference: "NO_SHIPPING",
      user_action: "PAY_NOW",
      ...(returnTo && { return_url: returnTo.href, cancel_url: returnTo.href }),
    },
  };
}

/** A payment's status, as the edge reports it to a page: what it knows, or what the provider answered just now. */
export type ReportedStatus =
  /** No money has moved; what is left unfinished at the provider can still be paid. */
  | { readonly status: "unpaid" }
  /** The payer has done their part, and the provider has not reported the outcome: nothing more may be charged. */
  | { readonly status: "pending" }
  /** Money came. `payment.id` is the provider's own number of the charge. */
  | {
      readonly status: "paid" | "refunded";
      readonly payment: { readonly id: string };
      /** "2026-000123"; left out where the payment has no receipt. */
      readonly receiptNumber?: string;
      /** Whether the receipt was sent to the learner. */
      readonly isReceiptSent?: boolean;
    }
  /** Less than the price came: what the academy holds, null where that is in another currency. */
  | {
      readonly status: "short-paid";
      readonly payment: { readonly id: string };
      readonly paid: Money | null;
    };

/** A payment that the edge has started, with what a page needs to continue it. */
export interface StartedPayment {
  readonly reference: string;
  readonly amount: Money;
  /** The numbers of the charges that the payment pays. */
  readonly charges: readonly number[];
  /** `null` if the edge has no account at the provider. The page then starts the checkout. */
  readonly checkout: StartedCheckout | null;
}

export type StartedCheckout =
  | ({ readonly provider: "paystack" } & PaystackCheckout)
  | { readonly provider: "paypal"; readonly orderId: string; readonly url: string | null };
