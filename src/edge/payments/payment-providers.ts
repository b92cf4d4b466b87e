import type { z } from "astro/zod";
import { hmacOf, isHmacOf } from "~/domain/digest.ts";
import { PAYPAL_SANDBOX_API, paymentSettings } from "~/edge/environment.ts";
import { createPayPalClient, type PayPalClient } from "./paypal/paypal-client.ts";
import { createPaystackClient, type PaystackClient } from "./paystack/paystack-client.ts";
import type { Provider } from "./provider.ts";

export interface PaymentProviders {
  /** `null` without a secret key. Then nothing is requested from Paystack and its webhooks are refused. */
  readonly paystack: { readonly client: PaystackClient; readonly secretKey: string } | null;
  /** `null` without a client id and secret. Then the browser creates PayPal's orders. */
  readonly paypal: {
    readonly client: PayPalClient;
    readonly secretKey: string;
    readonly webhookId: string | null;
    readonly isLive: boolean;
  } | null;
}

/** The kind of a provider's account. No money moves at a test account. */
export type AccountKind = "live" | "test" | "not-set";

export function accountKinds({ paystack, paypal }: PaymentProviders): Record<Provider, AccountKind> {
  const kind = (isLive: boolean | undefined) => {
    if (isLive === undefined) return "not-set";
    return isLive ? "live" : "test";
  };
  return { paystack: kind(paystack?.client.isLive), paypal: kind(paypal?.isLive) };
}

/** Returns the providers whose secrets are set. `paypalClientId` is the browser's public id. */
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

interface NamedEnrolment {
  readonly provider: Provider;
  /** This site's reference of the payment. */
  readonly reference: string;
  readonly enrolmentId: string;
}

export type EnrolmentProofs = ReturnType<typeof enrolmentProofs>;

/**
 * Signs the enrolment ids in payments' metadata, which anyone with the public key can write. A new secret key
 * invalidates the signatures: a payment whose record is lost then starts a new enrolment.
 */
export function enrolmentProofs({ paystack, paypal }: PaymentProviders) {
  const secrets = { paystack: paystack?.secretKey, paypal: paypal?.secretKey };
  const textOf = ({ reference, enrolmentId }: NamedEnrolment) => `enrolment ${reference} ${enrolmentId}`;
  return {
    /** Returns the signature; `null` without the provider's secret, and then no payment starts there. */
    prove: async (named: NamedEnrolment): Promise<string | null> => {
      const secret = secrets[named.provider];
      return secret ? hmacOf("SHA-256", secret, textOf(named)) : null;
    },
    isProven: async (named: NamedEnrolment, proof: string): Promise<boolean> => {
      const secret = secrets[named.provider];
      return secret !== undefined && isHmacOf("SHA-256", secret, { text: textOf(named), hmac: proof });
    },
  };
}
