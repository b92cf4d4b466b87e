/**
 * Whether Paystack signed a webhook: `x-paystack-signature` is the HMAC-SHA512 of the raw body under the secret key, in hex.
 * Web Crypto compares in constant time. Without a secret nothing is accepted.
 */
export async function isSignedByPaystack(
  rawBody: string,
  signature: string | null,
  secretKey: string,
): Promise<boolean> {
  if (secretKey === "" || !signature || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    "raw",
    encoder.encode(secretKey),
    { name: "HMAC", hash: "SHA-512" },
    false,
    ["verify"],
  );
  return crypto.subtle.verify("HMAC", key, bytesOf(signature), encoder.encode(rawBody));
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
