import type { Context } from "hono";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { isStrangerWithinLimits, tooManyTries, visitorKey } from "~/edge/limits/rate-limit.ts";
import { log, logError } from "~/edge/log.ts";
import { apartFrom, recordedReference, referenceOfCapture } from "~/edge/payment-lifecycle/place-order.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import { CAPTURE_AFTER_MS, schedulingCheck } from "../check-schedule.ts";
import { type PaymentReport, referenceOfEvent } from "../payment-events.ts";
import { type ReportedEnrolment, UNKNOWN_ENROLMENT } from "../payment-record.ts";
import { findPayment } from "../payment-store.ts";
import type { PayPalClient } from "../paypal/paypal-client.ts";
import {
  enrolmentIn,
  payerAndEnrolmentOf,
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
import { isKnownSender, noteSender, noteWebhook } from "../received-webhooks.ts";

/**
 * Records an event that PayPal confirms to have sent. 200 recorded or not relevant · 400 unreadable · 403 not
 * from PayPal · 429 too many forged webhooks. PayPal repeats an event after 429 and after an exception.
 */
export async function handlePayPalWebhook(c: Context<EdgeEnv>): Promise<Response> {
  const { context } = c.env;
  const { client, webhookId } = context.providers.paypal ?? {};
  if (!client || !webhookId) return refuse({ isSetUp: false });
  const signature = signatureOf(c.req.raw.headers, context.now);
  const posted: unknown = await c.req.json().catch(() => null);
  if (!signature || posted === null) return refuse({ isSetUp: true });
  const address = visitorKey(c.req.raw);
  if (!(await mayAskAboutWebhook(context, address))) {
    log("paypal-webhook-limited", {});
    return tooManyTries("Please send this again in a minute.");
  }
  if (!(await client.isOwnWebhook(await c.req.text(), signature, webhookId)))
    return refuse({ isSetUp: true });
  await noteSender(context.db, "paypal", address, context.now);
  const event = readPayPalWebhook(posted);
  if (!event) {
    logError("paypal-webhook-unreadable", {});
    return jsonResponse(400, { message: "This event does not have the shape that is known here." });
  }
  await record(context, client, event);
  await noteWebhook(context.db, "paypal", context.now);
  return jsonResponse(200, { message: "Recorded" });
}

function refuse(account: { readonly isSetUp: boolean }): Response {
  log("paypal-webhook-refused", account);
  return jsonResponse(403, { message: "PayPal did not send this." });
}

/** Whether PayPal may be asked about a webhook now. Strangers have limits, PayPal's own addresses none. */
async function mayAskAboutWebhook({ db, ...limits }: AppContext, address: string): Promise<boolean> {
  const isKnown = await isKnownSender(db, "paypal", address);
  return isKnown || isStrangerWithinLimits(limits, "paypal-webhook", address);
}

async function record(context: AppContext, client: PayPalClient, event: PayPalEvent): Promise<void> {
  const { db, now } = context;
  const origin = { source: "webhook", now } as const;
  switch (event.type) {
    case "other":
      return;
    case "approval": {
      const namedReference = referenceOfOrder(event.order);
      if (!namedReference) return logForeignPayment();
      const reference = await recordedReference(db, namedReference, event.order.id);
      const report = reportOfApproval(event.order, { reference, ...origin });
      await recordPayment(context, reference, { reports: [report], ...payerAndEnrolmentOf(event.order) });
      // If the browser does not capture the order, this check does.
      await schedulingCheck(db, reference, { now, time: new Date(now.getTime() + CAPTURE_AFTER_MS) }).run();
      return;
    }
    case "capture": {
      const reference = await referenceOfCapture(db, client, event.capture);
      if (!reference) return logForeignPayment();
      const report = reportOfCapture(event.capture, { reference, ...origin });
      if (report) await recordCapture(context, client, report, enrolmentIn(event.capture));
      return;
    }
    case "refund": {
      const reference = await referenceOfCapturedPayment(context, client, event.captureId, event.refund);
      if (!reference) return logForeignPayment();
      const report = reportOfRefund(event.refund, { reference, ...origin }, event.kind);
      if (report) await recordPayment(context, reference, { reports: [report] });
      return;
    }
    case "dispute":
      for (const transaction of event.dispute.disputed_transactions) {
        const { seller_transaction_id, custom, invoice_number } = transaction;
        const fields = { custom_id: custom, invoice_id: invoice_number };
        const captureId = seller_transaction_id ?? null;
        const reference = await referenceOfCapturedPayment(context, client, captureId, fields);
        const reports = reference && reportsOfDispute(event.dispute, transaction, { reference, ...origin });
        if (reports) await recordPayment(context, reference, { reports });
        else logForeignPayment();
      }
  }
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
    payer: order && payerAndEnrolmentOf(order).payer,
  });
}

/** Returns the reference of a refund's or dispute's payment. Some name nothing but the capture. */
async function referenceOfCapturedPayment(
  context: AppContext,
  client: PayPalClient,
  captureId: string | null,
  fields: Parameters<typeof referenceIn>[0],
): Promise<string | null> {
  const namedReference = referenceIn(fields);
  if (!captureId) return namedReference;
  const storedReference = await referenceOfEvent(context.db, "paypal", `charged:${captureId}`);
  if (storedReference) return storedReference;
  const capture = await client.getCapture(captureId);
  if (capture) return referenceOfCapture(context.db, client, capture);
  return namedReference && apartFrom(context.db, namedReference, `charge ${captureId}`);
}

function logForeignPayment(): void {
  log("paypal-payment-not-ours", {});
}
