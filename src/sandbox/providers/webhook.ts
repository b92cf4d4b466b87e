import type { PaystackTransaction } from "~/edge/payments/paystack/paystack-transaction.ts";

/** What the stand-in for Paystack signs with. It guards nothing: no money moves there. */
export const SANDBOX_SECRET_KEY = "sk_test_sandbox";

/** The webhook by which Paystack reports a charge. @param site any address of the site */
export async function chargeWebhook(transaction: PaystackTransaction, site: URL): Promise<Request> {
  const body = JSON.stringify({ event: "charge.success", data: transaction });
  return new Request(new URL("/prod/webhooks/paystack", site), {
    method: "POST",
    headers: { "content-type": "application/json", "x-paystack-signature": await signatureOf(body) },
    body,
  });
}

async function signatureOf(body: string): Promise<string> {
  const encoder = new TextEncoder();
  const secret = encoder.encode(SANDBOX_SECRET_KEY);
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-512" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(body))).toHex();
}
