import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/json-response.ts";
import { readJsonPost } from "~/edge/http/read-json-post.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import { MAX_WEBHOOK_BYTES } from "../body-limits.ts";
import type { PaymentProviders } from "../payment-providers.ts";
import { recordPayment } from "../record-payment.ts";
import { noteWebhook } from "../webhook-signs.ts";
import { isSignedByPaystack } from "./is-signed-by-paystack.ts";
import { type PaystackEvent, readPaystackWebhook } from "./paystack-webhook.ts";

/**
 * Paystack's webhook: POST of an event, signed with the secret key.
 *
 * 200 recorded, or of no concern: not sent again · 400 an event without its shape · 403 not signed by Paystack, or no secret
 * key is set · 4xx not such a request · 503 could not be recorded: Paystack sends it again. Never rejects.
 */
export async function handlePaystackWebhook(
  request: Request,
  context: AppContext,
  paystack: PaymentProviders["paystack"],
): Promise<Response> {
  const post = await readJsonPost(request, { limit: MAX_WEBHOOK_BYTES, from: "anywhere" });
  if (!post.ok) return post.refusal;
  const signature = request.headers.get("x-paystack-signature");
  if (!paystack || !(await isSignedByPaystack(post.text, signature, paystack.secretKey))) {
    log("paystack-webhook-refused", { isSetUp: paystack !== null });
    return jsonResponse(403, { message: "This is not signed by Paystack." });
  }
  const news = readPaystackWebhook(post.body, {
    isLive: paystack.client.isLive,
    now: context.now,
    // The signature is a digest of the bytes.
    digest: (signature ?? "").slice(0, 32).toLowerCase(),
  });
  if (!news) {
    logError("paystack-webhook-unreadable", {});
    return jsonResponse(400, { message: "This event does not have the shape that is known here." });
  }
  try {
    await record(context, news);
    await noteWebhook(context.db, "paystack", context.now);
    return jsonResponse(200, { message: "Recorded" });
  } catch (error) {
    logError("paystack-webhook-not-recorded", { reason: reasonOf(error) });
    return jsonResponse(503, { message: "This could not be recorded just now." }, { "retry-after": "60" });
  }
}

async function record(context: AppContext, news: PaystackEvent): Promise<void> {
  const [first] = news.type === "other" ? [] : news.reports;
  if (!first || news.type === "other") return;
  const { reference } = first;
  // The account may take other payments than this site's, and those who begin one choose its reference and its fields.
  if (!isOwnReference(reference)) {
    log("paystack-payment-not-ours", { kind: first.kind });
    return;
  }
  const enrolment = news.type === "payment" ? (news.enrolment ?? news.payer) : null;
  await recordPayment(context, reference, { reports: news.reports, enrolment });
}
