import { DAY_MS } from "~/domain/dates/day.ts";
import type { PayPalSignature } from "./paypal-client.ts";

/** PayPal sends an event again for three days. */
const MAX_AGE_MS = 7 * DAY_MS;
/** How far its clock and ours may be apart. */
const MAX_AHEAD_MS = 10 * 60_000;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const BASE64 = /^[A-Za-z0-9+/]{1,700}={0,2}$/;
const PAYPAL_HOST = /^(?:[a-z0-9-]+\.)+paypal\.com$/;

/** The signature in a webhook's headers; null where one of them is not of PayPal's shape: PayPal cannot have sent it. */
export function signatureOf(headers: Headers, now: Date): PayPalSignature | null {
  const signature = {
    auth_algo: headers.get("paypal-auth-algo") ?? "",
    cert_url: headers.get("paypal-cert-url") ?? "",
    transmission_id: headers.get("paypal-transmission-id") ?? "",
    transmission_sig: headers.get("paypal-transmission-sig") ?? "",
    transmission_time: headers.get("paypal-transmission-time") ?? "",
  };
  const age = now.getTime() - new Date(signature.transmission_time).getTime();
  const isWhole =
    /^SHA(256|384|512)withRSA$/.test(signature.auth_algo) &&
    isPayPalAddress(signature.cert_url) &&
    UUID.test(signature.transmission_id) &&
    BASE64.test(signature.transmission_sig) &&
    age <= MAX_AGE_MS &&
    age >= -MAX_AHEAD_MS;
  return isWhole ? signature : null;
}

function isPayPalAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === "https:" &&
    PAYPAL_HOST.test(url.host) &&
    url.username === "" &&
    url.password === "" &&
    text.length <= 500
  );
}
