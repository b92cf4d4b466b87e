import type { Context } from "hono";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { mayStranger, visitorKey } from "~/edge/limits/rate-limit.ts";
import { log, logError } from "~/edge/log.ts";
import { apartFrom, recordedReference, referenceOfCapture } from "~/edge/payment-lifecycle/place-order.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import { CAPTURE_AFTER_MS, checkedBy } from "../check-schedule.ts";
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
 * An event, which PayPal itself is asked to confirm. 200 recorded, or of no concern · 400 without its shape · 403 not PayPal's · 429
 * too many forged ones came just now: PayPal sends it again, as it does when this throws.
 */
export async function handlePayPalWebhook(c: Context<EdgeEnv>): Promise<Response> {
  const { context } = c.env;
  const { client, webhookId } = context.providers.paypal ?? {};
  if (!client || !webhookId) return refuse(false);
  const signature = signatureOf(c.req.raw.headers, context.now);
  if (!signature) return refuse(true);
  const text = await c.req.text();
  const proof = await isProven(c.req.raw, context, () => client.isOwnWebhook(text, signature, webhookId));
  if (proof === "too-many") {
    log("paypal-webhook-limited", {});
    return jsonResponse(429, { message: "Please send this again in a minute." }, { "retry-after": "60" });
  }
  if (!proof) return refuse(true);
  const event = readPayPalWebhook(await c.req.json());
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

/** Asks PayPal whether it sent a webhook, unless it was asked about too many from strangers just now. */
async function isProven(
  request: Request,
  { db, now, ...limits }: AppContext,
  ask: () => Promise<boolean>,
): Promise<boolean | "too-many"> {
  const address = visitorKey(request);
  const mayAsk =
    (await isKnownSender(db, "paypal", address)) || (await mayStranger(limits, "paypal-webhook", address));
  if (!mayAsk) return "too-many";
  const isOwn = await ask();
  if (isOwn) await noteSender(db, "paypal", address, now);
  return isOwn;
}

async function record(context: AppContext, client: PayPalClient, event: PayPalEvent): Promise<void> {
  const { now } = context;
  switch (event.type) {
    case "other":
      return;
    case "approval": {
      const named = referenceOfOrder(event.order);
      if (!named) return logForeignPayment();
      const reference = await recordedReference(context.db, named, event.order.id);
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
      const reference = await referenceOfMoved(context, client, event.captureId, event.refund);
      if (!reference) return logForeignPayment();
      const report = reportOfRefund(event.refund, { reference, source: "webhook", now }, event.kind);
      if (report) await recordPayment(context, reference, { reports: [report] });
      return;
    }
    case "dispute":
      for (const transaction of event.dispute.disputed_transactions) {
        const { seller_transaction_id, custom, invoice_number } = transaction;
        const named = { custom_id: custom, invoice_id: invoice_number };
        const reference = await referenceOfMoved(context, client, seller_transaction_id ?? null, named);
        if (!reference) {
          logForeignPayment();
          continue;
        }
        const reports = reportsOfDispute(event.dispute, transaction, { reference, source: "webhook", now });
        await recordPayment(context, reference, { reports });
      }
  }
}

/** The browser captures the order. Should it have died, a sweep does, or notifies staff of an order that is not ours. */
async function recordApproval(context: AppContext, reference: string, order: PayPalOrder): Promise<void> {
  const { db, now } = context;
  const report = reportOfApproval(order, { reference, source: "webhook", now });
  await recordPayment(context, reference, { reports: [report], ...payerOf(order) });
  await checkedBy(db, reference, { now, time: new Date(now.getTime() + CAPTURE_AFTER_MS) }).run();
}

/** A capture does not name the payer; its order does, where it was made here. */
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
  // Staff are also notified of what is held back or refused where no order was stored.
  await recordPayment(context, reference, {
    reports: [...(order ? reportsOfOrder(order, origin) : []), report],
    enrolment: { ...UNKNOWN_ENROLMENT, ...enrolment },
    payer: order && payerOf(order).payer,
  });
}

/** The reference of the payment that a refund or a dispute is about; one may name nothing but the capture. */
async function referenceOfMoved(
  context: AppContext,
  client: PayPalClient,
  captureId: string | null,
  named: Parameters<typeof referenceIn>[0],
): Promise<string | null> {
  const storedReference = captureId
    ? await referenceOfEvent(context.db, "paypal", `charged:${captureId}`)
    : null;
  if (storedReference || !captureId) return storedReference ?? referenceIn(named);
  try {
    return await referenceOfCapture(context.db, client, await client.getCapture(captureId));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.status !== 404) throw error;
    const reference = referenceIn(named);
    return reference && apartFrom(context.db, reference, `charge ${captureId}`);
  }
}

/** The account may take other payments than this site's. */
function logForeignPayment(): void {
  log("paypal-payment-not-ours", {});
}
