import { jsonResponse } from "../../http/json-response.ts";
import { readJsonPost } from "../../http/read-json-post.ts";
import { log, logError, reasonOf } from "../../log.ts";
import { MAX_WEBHOOK_BYTES } from "../body-limits.ts";
import { CAPTURE_AFTER_MS } from "../check-times.ts";
import type { PaymentContext } from "../payment-context.ts";
import { referenceOfEvent } from "../payment-events.ts";
import type { PaymentProviders } from "../payment-providers.ts";
import type { Enrolment, PaymentReport } from "../payment-report.ts";
import { ProviderError } from "../provider-error.ts";
import { recordPayment } from "../record-payment.ts";
import { checkBy, findRegistration } from "../registration-store.ts";
import type { PayPalClient, PayPalSignature } from "./paypal-client.ts";
import {
  type PayPalOrder,
  referenceIn,
  referenceOfOrder,
  reportOfApproval,
  reportOfCapture,
  reportOfRefund,
} from "./paypal-order.ts";
import { type PayPalNews, readPayPalWebhook } from "./paypal-webhook.ts";
import { recordOrder } from "./record-order.ts";

const NOBODY: Enrolment = { customer: { email: "", name: "", phone: "" }, details: [] };

/**
 * Takes what PayPal sends: POST of an event, which PayPal itself is asked to confirm.
 *
 * 200 recorded, or of no concern: not sent again · 400 an event without its shape · 403 PayPal did not send it, or no
 * webhook is set up · 4xx not such a request · 503 could not be confirmed or recorded: PayPal sends it again. Never
 * rejects.
 */
export async function handlePayPalWebhook(
  request: Request,
  context: PaymentContext,
  paypal: PaymentProviders["paypal"],
): Promise<Response> {
  const post = await readJsonPost(request, { limit: MAX_WEBHOOK_BYTES, from: "anywhere" });
  if (!post.ok) return post.refusal;
  const signature = signatureOf(request.headers);
  if (!paypal?.webhookId || !signature) return refuse(paypal?.webhookId !== undefined);
  try {
    if (!(await paypal.client.isOwnWebhook(post.text, signature, paypal.webhookId))) return refuse(true);
    const news = readPayPalWebhook(post.body);
    if (!news) {
      logError("paypal-webhook-unreadable", {});
      return jsonResponse(400, { message: "This event does not have the shape that is known here." });
    }
    await record(context, paypal.client, news);
    return jsonResponse(200, { message: "Recorded" });
  } catch (error) {
    logError("paypal-webhook-not-recorded", { reason: reasonOf(error) });
    return jsonResponse(503, { message: "This could not be recorded just now." }, { "retry-after": "60" });
  }
}

function refuse(isSetUp: boolean): Response {
  log("paypal-webhook-refused", { isSetUp });
  return jsonResponse(403, { message: "PayPal did not send this." });
}

/** The longest of PayPal's own fields has 500 characters. */
const MAX_HEADER_LENGTH = 500;

function signatureOf(headers: Headers): PayPalSignature | null {
  const signature = {
    auth_algo: headers.get("paypal-auth-algo") ?? "",
    cert_url: headers.get("paypal-cert-url") ?? "",
    transmission_id: headers.get("paypal-transmission-id") ?? "",
    transmission_sig: headers.get("paypal-transmission-sig") ?? "",
    transmission_time: headers.get("paypal-transmission-time") ?? "",
  };
  const isWhole = Object.values(signature).every(({ length }) => length > 0 && length <= MAX_HEADER_LENGTH);
  return isWhole ? signature : null;
}

async function record(context: PaymentContext, client: PayPalClient, news: PayPalNews): Promise<void> {
  const { now } = context;
  switch (news.type) {
    case "other":
      return;
    case "approval": {
      const reference = referenceOfOrder(news.order);
      if (!reference) return notOurs();
      await recordApproval(context, reference, news.order);
      return;
    }
    case "capture": {
      const reference = referenceIn(news.capture);
      if (!reference) return notOurs();
      const report = reportOfCapture(news.capture, { reference, source: "webhook", now });
      if (report) await recordCapture(context, client, report);
      return;
    }
    case "refund": {
      const reference =
        referenceIn(news.refund) ?? (await referenceOfCapture(context, client, news.captureId));
      if (!reference) return notOurs();
      const report = reportOfRefund(news.refund, { reference, source: "webhook", now });
      await recordPayment(context, reference, { reports: [report], enrolment: null });
    }
  }
}

/** The browser takes the money; should it have died, the sweep does so soon after. */
async function recordApproval(context: PaymentContext, reference: string, order: PayPalOrder): Promise<void> {
  const { db, now } = context;
  const report = reportOfApproval(order, { reference, source: "webhook", now });
  await recordPayment(context, reference, { reports: [report], enrolment: null });
  await checkBy(db, reference, new Date(now.getTime() + CAPTURE_AFTER_MS));
}

/** A capture does not say who paid; its order does, where it was made here. */
async function recordCapture(
  context: PaymentContext,
  client: PayPalClient,
  report: PaymentReport,
): Promise<void> {
  const { reference } = report;
  const registration = await findRegistration(context.db, reference);
  if (registration?.providerOrderId && !registration.payer) {
    const order = await client.getOrder(registration.providerOrderId).catch(() => null);
    if (order) await recordOrder(context, reference, order, "webhook");
  }
  const enrolment = report.kind === "charged" ? NOBODY : null;
  await recordPayment(context, reference, { reports: [report], enrolment });
}

/** A refund that names its capture only. */
async function referenceOfCapture(
  { db }: PaymentContext,
  client: PayPalClient,
  captureId: string | null,
): Promise<string | null> {
  if (!captureId) return null;
  const known = await referenceOfEvent(db, "paypal", `charged:${captureId}`);
  if (known) return known;
  try {
    return referenceIn(await client.getCapture(captureId));
  } catch (error) {
    if (error instanceof ProviderError && error.status === 404) return null;
    throw error;
  }
}

/** The account may take other payments than this site's. */
function notOurs(): void {
  log("paypal-payment-not-ours", {});
}
