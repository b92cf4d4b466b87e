import type { Context } from "hono";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { mayStranger, tooManyTries, visitorKey } from "~/edge/limits/rate-limit.ts";
import { log, logError } from "~/edge/log.ts";
import type { JsonEnv } from "~/edge/middleware/request-body.ts";
import { apartFrom, recordedReference, referenceOfCapture } from "~/edge/payment-lifecycle/place-order.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import { CAPTURE_AFTER_MS, schedulingCheck } from "../check-schedule.ts";
import { type PaymentReport, referenceOfEvent } from "../payment-events.ts";
import { type ReportedEnrolment, UNKNOWN_ENROLMENT } from "../payment-record.ts";
import { findPayment } from "../payment-store.ts";
import type { PayPalClient } from "../paypal/paypal-client.ts";
import {
  enrolmentIn,
  type PayPalOrder,
  payerOf,
  referenceIn,
  referenceOfOrder,
  reportOfApproval,
  reportOfCapture,
  reportOfRefund,
  reportsOfOrder,
} from "../paypal/paypal-order.ts";
import {
  type PayPalEvent,
  readPayPalWebhook,
  reportsOfDispute,
  signatureOf,
} from "../paypal/paypal-webhook.ts";
import { ProviderError } from "../provider.ts";
import { isKnownSender, noteSender, noteWebhook } from "../received-webhooks.ts";

/**
 * Records an event that PayPal confirms to have sent. 200 recorded or not relevant · 400 unreadable · 403 not
 * from PayPal · 429 too many forged webhooks. PayPal repeats an event after 429 and after an exception.
 */
export async function handlePayPalWebhook(c: Context<EdgeEnv & JsonEnv>): Promise<Response> {
  const { context } = c.env;
  const { client, webhookId } = context.providers.paypal ?? {};
  if (!client || !webhookId) return refuse(false);
  const signature = signatureOf(c.req.raw.headers, context.now);
  if (!signature) return refuse(true);
  const text = c.var.bodyText;
  const proof = await isProven(c.req.raw, context, () => client.isOwnWebhook(text, signature, webhookId));
  if (proof === "too-many") {
    log("paypal-webhook-limited", {});
    return tooManyTries("Please send this again in a minute.");
  }
  if (!proof) return refuse(true);
  const event = readPayPalWebhook(c.var.json);
  if (!event) {
    logError("paypal-webhook-unreadable", {});
    return jsonResponse(400, { message: "This event does not have the shape that is known here." });
  }
  await record(context, client, event);
  await noteWebhook(context.db, "paypal", context.now);
  return jsonResponse(200, { message: "Recorded" });
}

function refuse(isSetUp: boolean): Response {
  log("paypal-webhook-refused", { isSetUp });
  return jsonResponse(403, { message: "PayPal did not send this." });
}

/** Asks PayPal whether it sent a webhook, unless strangers have sent too many just now. */
async function isProven(
  request: Request,
  { db, now, ...limits }: AppContext,
  askPayPal: () => Promise<boolean>,
): Promise<boolean | "too-many"> {
  const address = visitorKey(request);
  const mayAsk =
    (await isKnownSender(db, "paypal", address)) || (await mayStranger(limits, "paypal-webhook", address));
  if (!mayAsk) return "too-many";
  const isSentByPayPal = await askPayPal();
  if (isSentByPayPal) await noteSender(db, "paypal", address, now);
  return isSentByPayPal;
}

async function record(context: AppContext, client: PayPalClient, event: PayPalEvent): Promise<void> {
  const { now } = context;
  switch (event.type) {
    case "other":
      return;
    case "approval": {
      const namedReference = referenceOfOrder(event.order);
      if (!namedReference) return logForeignPayment();
      const reference = await recordedReference(context.db, namedReference, event.order.id);
      await recordApproval(context, reference, event.order);
      return;
    }
    case "capture": {
      const reference = await referenceOfCapture(context.db, client, event.capture);
      if (!reference) return logForeignPayment();
      const report = reportOfCapture(event.capture, { reference, source: "webhook", now });
      if (report) await recordCapture(context, client, report, enrolmentIn(event.capture));
      return;
    }
    case "refund": {
      const reference = await referenceOfCapturedPayment(context, client, event.captureId, event.refund);
      if (!reference) return logForeignPayment();
      const report = reportOfRefund(event.refund, { reference, source: "webhook", now }, event.kind);
      if (report) await recordPayment(context, reference, { reports: [report] });
      return;
    }
    case "dispute":
      for (const transaction of event.dispute.disputed_transactions) {
        const { seller_transaction_id, custom, invoice_number } = transaction;
        const fields = { custom_id: custom, invoice_id: invoice_number };
        const captureId = seller_transaction_id ?? null;
        const reference = await referenceOfCapturedPayment(context, client, captureId, fields);
        if (!reference) {
          logForeignPayment();
          continue;
        }
        const reports = reportsOfDispute(event.dispute, transaction, { reference, source: "webhook", now });
        await recordPayment(context, reference, { reports });
      }
  }
}

/** Records an approval. If the browser does not capture the order, the scheduled check does. */
async function recordApproval(context: AppContext, reference: string, order: PayPalOrder): Promise<void> {
  const { db, now } = context;
  const report = reportOfApproval(order, { reference, source: "webhook", now });
  await recordPayment(context, reference, { reports: [report], ...payerOf(order) });
  await schedulingCheck(db, reference, { now, time: new Date(now.getTime() + CAPTURE_AFTER_MS) }).run();
}

/** Records a capture, with the payer of its order, because a capture does not name the payer. */
async function recordCapture(
  context: AppContext,
  client: PayPalClient,
  report: PaymentReport,
  enrolment: Pick<ReportedEnrolment, "id" | "proof">,
): Promise<void> {
  const { reference } = report;
  const payment = await findPayment(context.db, reference);
  const orderId = payment?.payer ? null : payment?.providerOrderId;
  const order = orderId ? await client.getOrder(orderId).catch(() => null) : null;
  const origin = { reference, source: "webhook", now: context.now } as const;
  // The enrolment is passed even if no order was stored, so that staff learn of a payment that is held back
  // or refused.
  await recordPayment(context, reference, {
    reports: [...(order ? reportsOfOrder(order, origin) : []), report],
    enrolment: { ...UNKNOWN_ENROLMENT, ...enrolment },
    payer: order && payerOf(order).payer,
  });
}

/** Returns the reference of a refund's or dispute's payment. Some name nothing but the capture. */
async function referenceOfCapturedPayment(
  context: AppContext,
  client: PayPalClient,
  captureId: string | null,
  fields: Parameters<typeof referenceIn>[0],
): Promise<string | null> {
  const storedReference = captureId
    ? await referenceOfEvent(context.db, "paypal", `charged:${captureId}`)
    : null;
  if (storedReference || !captureId) return storedReference ?? referenceIn(fields);
  try {
    return await referenceOfCapture(context.db, client, await client.getCapture(captureId));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.status !== 404) throw error;
    const reference = referenceIn(fields);
    return reference && apartFrom(context.db, reference, `charge ${captureId}`);
  }
}

/** Logs that the account received a payment that does not belong to this site. */
function logForeignPayment(): void {
  log("paypal-payment-not-ours", {});
}
