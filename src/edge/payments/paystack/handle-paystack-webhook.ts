import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { log, logError } from "~/edge/log.ts";
import type { PaymentProviders } from "../payment-providers.ts";
import { noteWebhook } from "../received-webhooks.ts";
import { recordPayment } from "../record-payment.ts";
import { isSignedByPaystack, type PaystackEvent, readPaystackWebhook } from "./paystack-webhook.ts";

/**
 * Paystack's webhook: an event, signed with the secret key.
 *
 * 200 recorded, or of no concern: not sent again · 400 an event without its shape · 403 not signed by Paystack, or no secret
 * key is set.
 * @throws when it could not be recorded
 */
export async function handlePaystackWebhook(
  request: Request,
  post: { readonly text: string; readonly json: unknown },
  context: AppContext,
  paystack: PaymentProviders["paystack"],
): Promise<Response> {
  const signature = request.headers.get("x-paystack-signature");
  if (!paystack || !(await isSignedByPaystack(post.text, signature, paystack.secretKey))) {
    log("paystack-webhook-refused", { isSetUp: paystack !== null });
    return jsonResponse(403, { message: "This is not signed by Paystack." });
  }
  const event = readPaystackWebhook(post.json, {
    isLive: paystack.client.isLive,
    now: context.now,
    // The signature is a digest of the bytes.
    digest: (signature ?? "").slice(0, 32).toLowerCase(),
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
  const [first] = event.type === "other" ? [] : event.reports;
  if (!first || event.type === "other") return;
  const { reference } = first;
  // The account may take other payments than this site's, and those who start one choose its reference and its fields.
  if (!isOwnReference(reference)) {
    log("paystack-payment-not-ours", { kind: first.kind });
    return;
  }
  const enrolment = event.type === "payment" ? (event.enrolment ?? event.payer) : null;
  await recordPayment(context, reference, { reports: event.reports, enrolment });
}
