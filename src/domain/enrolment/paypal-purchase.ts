import { type Money, toDecimalString } from "../money/money.ts";

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

/** The longest description that PayPal takes. */
const MAX_DESCRIPTION = 127;

/** One purchase unit; the invoice id lets PayPal refuse to take the same payment twice. */
export function paypalPurchase(order: {
  reference: string;
  courseName: string;
  charge: Money;
}): PayPalPurchase {
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        description: order.courseName.slice(0, MAX_DESCRIPTION),
        custom_id: order.reference,
        invoice_id: order.reference,
        amount: { currency_code: "USD", value: toDecimalString(order.charge) },
      },
    ],
    application_context: { shipping_preference: "NO_SHIPPING", user_action: "PAY_NOW" },
  };
}
