import type { Context } from "hono";
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { recordPayment } from "~/edge/checkout/record-payment.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { log, logError } from "~/edge/log.ts";
import type { JsonEnv } from "~/edge/middleware/request-body.ts";
import { isSignedByPaystack, type PaystackEvent, readPaystackWebhook } from "../paystack/paystack-webhook.ts";
import { noteWebhook } from "../received-webhooks.ts";

/** 200 recorded, or of no concern · 400 without its shape · 403 not signed by Paystack. It is sent again when this throws. */
export async function handlePaystackWebhook(c: Context<EdgeEnv & JsonEnv>): Promise<Response> {
  const { context } = c.env;
  const { paystack } = context.providers;
  const signature = c.req.header("x-paystack-signature") ?? "";
  if (!paystack || !(await isSignedByPaystack(c.var.text, signature, paystack.secretKey))) {
    log("paystack-webhook-refused", { isSetUp: paystack !== null });
    return jsonResponse(403, { message: "This is not signed by Paystack." });
  }
  const event = readPaystackWebhook(c.var.json, {
    isLive: paystack.client.isLive,
    now: context.now,
    // The signature is a digest of the bytes.
    digest: signature.slice(0, 32).toLowerCase(),
  });
  if (!event) {
    logError("paystack-webhook-unreadable", {});
    return jsonResponse(400, { message: "This event does not have the shape that is known here." });
  }
  await record(context, event);
  await noteWebhook(context.db, "paystack", context.now);
  return jsonResponse(200, { message: "Recorded" });
}

async function record(context: AppContext, event: PaystackEvent): Promise<void> {
  if (event.type === "other") return;
  const [first] = event.type === "foreign" ? [] : event.reports;
  if (event.type === "foreign" || (first && !isOwnReference(first.reference))) {
    log("paystack-payment-not-ours", {});
    return;
  }
  if (!first) return;
  const enrolment = event.type === "payment" ? (event.enrolment ?? event.payer) : null;
  await recordPayment(context, first.reference, { reports: event.reports, enrolment });
}
