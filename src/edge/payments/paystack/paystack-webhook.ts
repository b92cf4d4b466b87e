import { z } from "astro/zod";
import { stateId } from "~/domain/payments/money-back.ts";
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { ReportedEnrolment } from "~/edge/payments/payment-record.ts";
import { isoDate } from "~/edge/payments/provider.ts";
import { isHmacOf } from "../enrolment-proof.ts";
import type { PaymentReport } from "../payment-events.ts";
import {
  enrolmentOf,
  kobo,
  payerOf,
  paystackTransaction,
  reportsOfTransaction,
} from "./paystack-transaction.ts";

export type PaystackEvent =
  | {
      readonly type: "payment";
      readonly reports: readonly PaymentReport[];
      /** From the checkout's own custom fields; null when it was not opened by this site. */
      readonly enrolment: ReportedEnrolment | null;
      readonly payer: ReportedEnrolment;
    }
  /** About a payment that another event reports. */
  | { readonly type: "change"; readonly reports: readonly PaymentReport[] }
  /** About a payment that was not started here: the account may take others, in whatever shape. */
  | { readonly type: "foreign" }
  | { readonly type: "other" };

const envelope = z.object({ event: z.string(), data: z.unknown() });

/** The places in which an event about money bears a reference. */
const text = z.string().catch("");
const about = z
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
  /** The dispute that it was made for; null or left out where staff gave the money back. */
  dispute: z.unknown().optional(),
});

const REFUND_KINDS = {
  "refund.pending": "refund-pending",
  "refund.processing": "refund-pending",
  "refund.processed": "refunded",
  "refund.needs-attention": "refund-needs-attention",
  "refund.failed": "refund-failed",
} as const;

const dispute = z.object({
  id: z.union([z.int(), z.string()]),
  refund_amount: kobo.nullish(),
  currency: z.string().nullish(),
  /** "resolved" once it has ended. Before, `resolution` is the academy's own answer, of which the bank has yet to hear. */
  status: z.string().nullish(),
  resolution: z.string().nullish(),
  transaction: z.object({ reference: z.string(), amount: kobo, currency: z.string() }),
  created_at: z.string().nullish(),
  /** In lists, in the place of `created_at`. */
  createdAt: z.string().nullish(),
  resolvedAt: z.string().nullish(),
});

/** How a dispute ended for the academy. A resolution that is not here leaves it open, for staff to look at. */
const DISPUTE_ENDS: Record<string, "dispute-lost" | "dispute-won"> = {
  "merchant-accepted": "dispute-lost",
  "auto-accepted": "dispute-lost",
  declined: "dispute-won",
};

const DISPUTE_EVENTS = ["charge.dispute.create", "charge.dispute.remind", "charge.dispute.resolve"];

/** Null where the shape is not known. @param digest of the raw body: a refund may have no number, a repeat the same bytes */
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
  if (DISPUTE_EVENTS.includes(event)) return disputeEvent(data, context);
  return { type: "other" };
}

function isForeign(data: unknown): boolean {
  const { reference, transaction_reference, transaction } = about.safeParse(data).data ?? {};
  const named = [reference, transaction_reference, transaction?.reference].filter(Boolean);
  return named.length > 0 && !named.some((name) => name && isOwnReference(name));
}

function paymentEvent(data: unknown, { isLive, now }: { isLive: boolean; now: Date }): PaystackEvent | null {
  const { data: transaction } = paystackTransaction.safeParse(data);
  if (!transaction) return null;
  return {
    type: "payment",
    reports: reportsOfTransaction(transaction, { source: "webhook", isLive, now }),
    enrolment: enrolmentOf(transaction),
    payer: payerOf(transaction),
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

/** The reports of a dispute, by a webhook's data or a row of Paystack's list; null when it does not have its shape. */
export function disputeEvent(data: unknown, { now }: { now: Date }): PaystackEvent | null {
  const { data: disputeData } = dispute.safeParse(data);
  if (!disputeData) return null;
  const { id, transaction, status, resolution } = disputeData;
  const report = {
    provider: "paystack",
    reference: transaction.reference,
    amountMinor: disputeData.refund_amount ?? transaction.amount,
    currency: disputeData.currency ?? transaction.currency,
    source: "webhook",
  } as const;
  const opened: PaymentReport = {
    ...report,
    eventId: `disputed:${id}`,
    kind: "disputed",
    occurredAt: isoDate(disputeData.created_at ?? disputeData.createdAt, now),
  };
  const kind = status === "resolved" ? DISPUTE_ENDS[resolution ?? ""] : undefined;
  if (!kind) return { type: "change", reports: [opened] };
  const ended: PaymentReport = {
    ...report,
    eventId: stateId(kind, `${id}`, disputeData.resolvedAt),
    kind,
    occurredAt: isoDate(disputeData.resolvedAt, now),
  };
  return { type: "change", reports: [opened, ended] };
}

/**
 * Whether Paystack signed a webhook: `x-paystack-signature` is the HMAC-SHA512 of the raw body under the secret key, in hex.
 * Without a secret nothing is accepted.
 */
export async function isSignedByPaystack(
  rawBody: string,
  signature: string | null,
  secretKey: string,
): Promise<boolean> {
  return isHmacOf("SHA-512", secretKey, { text: rawBody, hmac: signature ?? "" });
}
