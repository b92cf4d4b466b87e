import { createPayPalClient, type PayPalClient } from "./paypal/paypal-client.ts";
import { createPaystackClient, type PaystackClient } from "./paystack/paystack-client.ts";

/** The settings of .env.example that concern payments, as the platform hands them over; unset ones may be empty. */
export interface PaymentSecrets {
  readonly PAYSTACK_SECRET_KEY?: string;
  readonly PAYSTACK_API_URL?: string;
  readonly PAYPAL_CLIENT_SECRET?: string;
  readonly PAYPAL_WEBHOOK_ID?: string;
  readonly PAYPAL_API_URL?: string;
}

export interface PaymentProviders {
  /** Null without a secret key: then nothing is asked of Paystack, and nothing that claims to be it is believed. */
  readonly paystack: { readonly client: PaystackClient; readonly secretKey: string } | null;
  /** Null without a client id and secret: then the browser makes PayPal's orders. */
  readonly paypal: { readonly client: PayPalClient; readonly webhookId: string | null } | null;
}

const PAYSTACK_API = "https://api.paystack.co";
const PAYPAL_API = "https://api-m.paypal.com";

/**
 * The providers whose secrets are set.
 * @param paypalClientId the public one, which the browser has too
 */
export function paymentProviders(
  secrets: PaymentSecrets,
  paypalClientId: string | undefined,
): PaymentProviders {
  const { PAYSTACK_SECRET_KEY: secretKey, PAYPAL_CLIENT_SECRET: clientSecret } = secrets;
  return {
    paystack: secretKey
      ? {
          secretKey,
          client: createPaystackClient({ secretKey, apiUrl: secrets.PAYSTACK_API_URL || PAYSTACK_API }),
        }
      : null,
    paypal:
      paypalClientId && clientSecret
        ? {
            webhookId: secrets.PAYPAL_WEBHOOK_ID || null,
            client: createPayPalClient({
              clientId: paypalClientId,
              clientSecret,
              apiUrl: secrets.PAYPAL_API_URL || PAYPAL_API,
            }),
          }
        : null,
  };
}
