import type { Context } from "hono";
import { isHmacOf } from "~/domain/digest.ts";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { log, logError } from "~/edge/log.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import { readPaystackWebhook } from "../paystack/paystack-webhook.ts";
import { noteWebhook } from "../received-webhooks.ts";

/**
 * Records an event of Paystack, which repeats it after an exception. 200 recorded or not relevant · 400
 * unreadable · 403 not signed by Paystack.
 */
export async function handlePaystackWebhook(c: Context<EdgeEnv>): Promise<Response> {
  const { context } = c.env;
  const { paystack } = context.providers;
  // The HMAC-SHA512 of the body under the secret key, in hex.
  const hmac = c.req.header("x-paystack-signature") ?? "";
  const text = await c.req.text();
  if (!paystack || !(await isHmacOf("SHA-512", paystack.secretKey, { text, hmac }))) {
    log("paystack-webhook-refused", { isSetUp: paystack !== null });
    return jsonResponse(403, { message: "This is not signed by Paystack." });
  }
  const event = readPaystackWebhook(await c.req.json().catch(() => null), {
    isLive: paystack.client.isLive,
    now: context.now,
    digest: hmac.slice(0, 32).toLowerCase(),
  });
  if (!event) {
    logError("paystack-webhook-unreadable", {});
    return jsonResponse(400, { message: "This event does not have the shape that is known here." });
  }
  if (event.type === "foreign") log("paystack-payment-not-ours", {});
  if (event.type === "payment") await recordPayment(context, event.reference, event);
  await noteWebhook(context.db, "paystack", context.now);
  return jsonResponse(200, { message: "Recorded" });
}
