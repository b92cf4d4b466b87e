import { z } from "astro/zod";
import type { Context } from "hono";
import { isHmacOf } from "~/domain/digest.ts";
import type { Payer } from "~/domain/payments/payment-flow.ts";
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { log, logError } from "~/edge/log.ts";
import type { JsonEnv } from "~/edge/middleware/request-body.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import type { PaymentReport } from "../payment-events.ts";
import type { ReportedEnrolment } from "../payment-record.ts";
import {
  kobo,
  payerOf,
  paystackTransaction,
  reportsOfDispute,
  reportsOfTransaction,
} from "../paystack/paystack-transaction.ts";
import { noteWebhook } from "../received-webhooks.ts";

/**
 * Records an event of Paystack. 200 recorded or not relevant · 400 unreadable · 403 not signed by Paystack.
 * Paystack repeats an event after an exception.
 */
export async function handlePaystackWebhook(c: Context<EdgeEnv & JsonEnv>): Promise<Response> {
  const { context } = c.env;
  const { paystack } = context.providers;
  const signature = c.req.header("x-paystack-signature") ?? "";
  if (!paystack || !(await isSignedByPaystack(c.var.bodyText, signature, paystack.secretKey))) {
    log("paystack-webhook-refused", { isSetUp: paystack !== null });
    return jsonResponse(403, { message: "This is not signed by Paystack." });
  }
  const event = readPaystackWebhook(c.var.json, {
    isLive: paystack.client.isLive,
    now: context.now,
    // The signature is a digest of the body's bytes.
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
  const reference = event.type === "foreign" ? undefined : event.reports[0]?.reference;
  if (event.type === "foreign" || (reference && !isOwnReference(reference))) {
    log("paystack-payment-not-ours", {});
    return;
  }
  if (!reference) return;
  await recordPayment(context, reference, event);
}

type PaystackEvent =
  | {
      readonly type: "payment";
      readonly reports: readonly PaymentReport[];
      readonly enrolment: ReportedEnrolment;
      readonly payer: Payer;
    }
  /** A refund or dispute of a payment that another event reports. */
  | { readonly type: "change"; readonly reports: readonly PaymentReport[] }
  /** An event about a payment of the same account that this site did not start, in any shape. */
  | { readonly type: "foreign" }
  | { readonly type: "other" };

const envelope = z.object({ event: z.string(), data: z.unknown() });

const text = z.string().catch("");
/** The fields in which an event about money names a reference. */
const referenceFields = z
  .object({
    reference: text,
    transaction_reference: text,
    transaction: z.object({ reference: text }).catch({ reference: "" }),
  })
  .partial();

const refund = z.object({
  id: z.union([z.int(), z.string()]).nullish(),
  transaction_reference: z.string(),
  refund_reference: z.string().nullish(),
  amount: kobo,
  currency: z.string(),
  /** The dispute that the refund settles; `null` or missing if staff gave the money back. */
  dispute: z.unknown().optional(),
});

const REFUND_KINDS = {
  "refund.pending": "refund-pending",
  "refund.processing": "refund-pending",
  "refund.processed": "refunded",
  "refund.needs-attention": "refund-needs-attention",
  "refund.failed": "refund-failed",
} as const;

const DISPUTE_EVENTS = ["charge.dispute.create", "charge.dispute.remind", "charge.dispute.resolve"];

/**
 * Reads an event; `null` if its shape is unknown.
 * @param context `digest` of the raw body, which identifies a refund that has no number
 */
export function readPaystackWebhook(
  body: unknown,
  context: { isLive: boolean; now: Date; digest: string },
): PaystackEvent | null {
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return null;
  const { event, data } = parsed.data;
  if (isForeign(data)) return { type: "foreign" };
  if (event === "charge.success") return paymentEvent(data, context);
  if (isRefundEvent(event)) return refundEvent(REFUND_KINDS[event], data, context);
  if (DISPUTE_EVENTS.includes(event)) {
    const reports = reportsOfDispute(data, context);
    return reports && { type: "change", reports };
  }
  return { type: "other" };
}

function isForeign(data: unknown): boolean {
  const { reference, transaction_reference, transaction } = referenceFields.safeParse(data).data ?? {};
  const references = [reference, transaction_reference, transaction?.reference].filter(Boolean);
  return references.length > 0 && !references.some((text) => text && isOwnReference(text));
}

function paymentEvent(data: unknown, { isLive, now }: { isLive: boolean; now: Date }): PaystackEvent | null {
  const { data: transaction } = paystackTransaction.safeParse(data);
  if (!transaction) return null;
  return {
    type: "payment",
    reports: reportsOfTransaction(transaction, { source: "webhook", isLive, now }),
    ...payerOf(transaction),
  };
}

function isRefundEvent(event: string): event is keyof typeof REFUND_KINDS {
  return Object.hasOwn(REFUND_KINDS, event);
}

function refundEvent(
  reported: (typeof REFUND_KINDS)[keyof typeof REFUND_KINDS],
  data: unknown,
  { now, digest }: { now: Date; digest: string },
): PaystackEvent | null {
  const { data: refundData } = refund.safeParse(data);
  if (!refundData) return null;
  const kind = reported === "refunded" && refundData.dispute ? "reversed" : reported;
  const report: PaymentReport = {
    provider: "paystack",
    reference: refundData.transaction_reference,
    eventId: `${kind}:${refundData.refund_reference ?? refundData.id ?? digest}`,
    kind,
    amountMinor: refundData.amount,
    currency: refundData.currency,
    source: "webhook",
    occurredAt: now.toISOString(),
  };
  return { type: "change", reports: [report] };
}

/**
 * Whether Paystack signed a webhook. `x-paystack-signature` is the HMAC-SHA512 of the raw body under the
 * secret key, in hex. An empty secret accepts nothing.
 */
export async function isSignedByPaystack(
  rawBody: string,
  signature: string | null,
  secretKey: string,
): Promise<boolean> {
  return isHmacOf("SHA-512", secretKey, { text: rawBody, hmac: signature ?? "" });
}
