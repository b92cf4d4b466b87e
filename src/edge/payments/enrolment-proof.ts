/**
 * The signatures of enrolment ids in a payment's metadata. Anyone who opens a checkout with the public key
 * can write metadata, so the edge signs the ids that it writes with the provider's secret key. A new secret
 * key invalidates them: a payment whose record is lost then starts a new enrolment.
 */
import { toHex } from "~/domain/digest.ts";
import type { PaymentProviders } from "./payment-providers.ts";
import type { Provider } from "./provider.ts";

interface NamedEnrolment {
  readonly provider: Provider;
  /** Our reference of the payment. */
  readonly reference: string;
  readonly enrolmentId: string;
}

export interface EnrolmentProofs {
  /** Returns the signature; `null` without the provider's secret, and then no payment starts there. */
  prove(named: NamedEnrolment): Promise<string | null>;
  isProven(named: NamedEnrolment, proof: string): Promise<boolean>;
}

export function enrolmentProofs({ paystack, paypal }: PaymentProviders): EnrolmentProofs {
  const secrets = { paystack: paystack?.secretKey, paypal: paypal?.secretKey };
  const textOf = ({ reference, enrolmentId }: NamedEnrolment) => `enrolment ${reference} ${enrolmentId}`;
  return {
    prove: async (named) => {
      const secret = secrets[named.provider];
      return secret ? hmacOf("SHA-256", secret, textOf(named)) : null;
    },
    isProven: async (named, proof) => {
      const secret = secrets[named.provider];
      return secret !== undefined && isHmacOf("SHA-256", secret, { text: textOf(named), hmac: proof });
    },
  };
}

type Hash = "SHA-256" | "SHA-512";

const bytesOfText = (text: string) => new TextEncoder().encode(text);

function importSecret(hash: Hash, secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytesOfText(secret), { name: "HMAC", hash }, false, [use]);
}

/** Returns the HMAC of a text under a secret, in hex. */
async function hmacOf(hash: Hash, secret: string, text: string): Promise<string> {
  const key = await importSecret(hash, secret, "sign");
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, bytesOfText(text))));
}

/** Whether an HMAC is that of the text under the secret. An empty secret accepts nothing. */
export async function isHmacOf(
  hash: Hash,
  secret: string,
  { text, hmac }: { readonly text: string; readonly hmac: string },
): Promise<boolean> {
  if (secret === "" || !/^(?:[0-9a-f]{2})+$/i.test(hmac)) return false;
  const signature = Uint8Array.from(hmac.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const key = await importSecret(hash, secret, "verify");
  return crypto.subtle.verify("HMAC", key, signature, bytesOfText(text));
}
