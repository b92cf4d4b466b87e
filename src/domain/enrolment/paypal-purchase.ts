import { toDecimalString } from "~/domain/money/money.ts";
import type { Order } from "./order.ts";
import type { CheckoutOutcome } from "./payment-flow.ts";

/** What PayPal is asked to charge, as its Orders API takes it. */
export interface PayPalPurchase {
  intent: "CAPTURE";
  purchase_units: [
    {
      description: string;
      custom_id: string;
      invoice_id: string;
      amount: { currency_code: "USD"; value: string };
    },
  ];
  application_context: { shipping_preference: "NO_SHIPPING"; user_action: "PAY_NOW" };
}

/** What comes of taking the money for an order that the payer agreed to. */
export type CaptureOutcome =
  | CheckoutOutcome
  /** The bank refused; PayPal lets the payer choose another way to pay for the same order. */
  | { readonly status: "declined"; readonly message: string };

/** The longest description that PayPal takes. */
const MAX_DESCRIPTION = 127;

/** One purchase unit; the invoice id lets PayPal refuse to take the same payment twice. */
export function paypalPurchase(order: Pick<Order, "reference" | "course" | "charge">): PayPalPurchase {
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        description: order.course.name.slice(0, MAX_DESCRIPTION),
        custom_id: order.reference,
        invoice_id: order.reference,
        amount: { currency_code: "USD", value: toDecimalString(order.charge) },
      },
    ],
    application_context: { shipping_preference: "NO_SHIPPING", user_action: "PAY_NOW" },
  };
}
