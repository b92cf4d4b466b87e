import { createSign, createVerify, generateKeyPairSync } from "node:crypto";
import { crc32 } from "node:zlib";

const generateKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
/** The keys that sign webhooks. Their generation is slow, so it happens once. */
let keyPair: ReturnType<typeof generateKeys> | undefined;

/** Returns functions that sign webhooks as PayPal does, and that check such signatures. */
export function paypalSigning(webhookId: string, now: () => Date) {
  let count = 0;
  keyPair ??= generateKeys();
  const keys = keyPair;

  /** Returns the headers that PayPal would send with the body. */
  function headersFor(raw: string): Record<string, string> {
    count += 1;
    const id = `b5f1c9f0-4a5b-11f1-8c1d-${String(count).padStart(12, "0")}`;
    const time = now().toISOString();
    return {
      "content-type": "application/json",
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-stand-in",
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": createSign("RSA-SHA256")
        .update(signedText(id, time, webhookId, raw))
        .sign(keys.privateKey, "base64"),
    };
  }

  /** Checks a verification request, whose signature covers the bytes of the event in it. */
  function isSigned(text: string): boolean {
    const body: Record<string, string> = JSON.parse(text);
    const raw = text.slice(
      text.indexOf('"webhook_event":') + '"webhook_event":'.length,
      text.lastIndexOf("}"),
    );
    const isVerified = createVerify("RSA-SHA256")
      .update(signedText(body.transmission_id, body.transmission_time, body.webhook_id, raw))
      .verify(keys.publicKey, body.transmission_sig ?? "", "base64");
    return isVerified && body.webhook_id === webhookId && body.auth_algo === "SHA256withRSA";
  }

  return { headersFor, isSigned };
}

function signedText(id = "", time = "", webhookId = "", raw = ""): string {
  return `${id}|${time}|${webhookId}|${crc32(raw)}`;
}
