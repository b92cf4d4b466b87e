import type { z } from "astro/zod";
import { PAYPAL_SANDBOX_API, paymentSettings } from "~/edge/environment.ts";
import { createPayPalClient, type PayPalClient } from "./paypal/paypal-client.ts";
import { createPaystackClient, type PaystackClient } from "./paystack/paystack-client.ts";
import type { Provider } from "./provider.ts";

export interface PaymentProviders {
  /** Null without a secret key: then nothing is asked of Paystack, and no webhook in its name is accepted. */
  readonly paystack: { readonly client: PaystackClient; readonly secretKey: string } | null;
  /** Null without a client id and secret: then the browser makes PayPal's orders. */
  readonly paypal: {
    readonly client: PayPalClient;
    readonly secretKey: string;
    readonly webhookId: string | null;
    readonly isLive: boolean;
  } | null;
}

/** Whether money moves at a provider's account. */
export type AccountKind = "live" | "test" | "not-set";

export function accountKinds({ paystack, paypal }: PaymentProviders): Record<Provider, AccountKind> {
  const kind = (isLive: boolean | undefined) => {
    if (isLive === undefined) return "not-set";
    return isLive ? "live" : "test";
  };
  return { paystack: kind(paystack?.client.isLive), paypal: kind(paypal?.isLive) };
}

/** The providers whose secrets are set. @param paypalClientId the public one, which the browser has too */
export function paymentProviders(
  env: z.input<typeof paymentSettings>,
  { paypalClientId: clientId, now }: { paypalClientId: string | undefined; now: () => Date },
): PaymentProviders {
  const settings = paymentSettings.parse(env);
  const { PAYSTACK_SECRET_KEY: secretKey, PAYPAL_CLIENT_SECRET: clientSecret } = settings;
  return {
    paystack: secretKey
      ? { secretKey, client: createPaystackClient({ secretKey, apiUrl: settings.PAYSTACK_API_URL }) }
      : null,
    paypal:
      clientId && clientSecret
        ? {
            secretKey: clientSecret,
            webhookId: settings.PAYPAL_WEBHOOK_ID ?? null,
            isLive: settings.PAYPAL_API_URL !== PAYPAL_SANDBOX_API,
            client: createPayPalClient({ clientId, clientSecret, apiUrl: settings.PAYPAL_API_URL, now }),
          }
        : null,
  };
}
