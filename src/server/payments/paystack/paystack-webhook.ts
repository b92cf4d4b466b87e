import { z } from "astro/zod";
import { isoDate } from "../iso-date.ts";
import type { Enrolment, PaymentReport } from "../payment-report.ts";
import {
  enrolmentOf,
  kobo,
  payerOf,
  paystackTransaction,
  reportsOfTransaction,
} from "./paystack-transaction.ts";

/** What a webhook of Paystack says. */
export type PaystackNews =
  | {
      readonly type: "payment";
      readonly reports: readonly PaymentReport[];
      /** From the checkout's own custom fields; null when it was not opened by this site. */
      readonly enrolment: Enrolment | null;
      readonly payer: Enrolment;
    }
  /** About a payment that another event of ours has told, or will tell, of. */
  | { readonly type: "change"; readonly reports: readonly PaymentReport[] }
  /** Nothing that concerns a registration. */
  | { readonly type: "other" };

const envelope = z.object({ event: z.string(), data: z.unknown() });

const refund = z.object({
  id: z.union([z.int(), z.string()]).nullish(),
  transaction_reference: z.string(),
  refund_reference: z.string().nullish(),
  amount: kobo,
  currency: z.string(),
});

const REFUND_KINDS = {
  "refund.pending": "refund-pending",
  "refund.processing": "refund-pending",
  "refund.processed": "refunded",
  "refund.failed": "refund-failed",
} as const;

const dispute = z.object({
  id: z.union([z.int(), z.string()]),
  refund_amount: kobo.nullish(),
  currency: z.string().nullish(),
  /** "merchant-accepted", "auto-accepted" or "declined" once it has ended. */
  resolution: z.string().nullish(),
  transaction: z.object({ reference: z.string(), amount: kobo, currency: z.string() }),
  created_at: z.string().nullish(),
  resolvedAt: z.string().nullish(),
});

const DISPUTE_EVENTS = ["charge.dispute.create", "charge.dispute.remind", "charge.dispute.resolve"];

/**
 * Reads an event whose signature is right.
 * @param digest of the raw body: a refund may come without a number of its own, and a repeat brings the same bytes
 * @returns null when the event is one that is known here and does not have its shape
 */
export function readPaystackWebhook(
  body: unknown,
  context: { isLive: boolean; now: Date; digest: string },
): PaystackNews | null {
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return null;
  const { event, data } = parsed.data;
  if (event === "charge.success") return paymentNews(data, context);
  if (isRefundEvent(event)) return refundNews(REFUND_KINDS[event], data, context);
  if (DISPUTE_EVENTS.includes(event)) return disputeNews(data, context);
  return { type: "other" };
}

function paymentNews(data: unknown, { isLive, now }: { isLive: boolean; now: Date }): PaystackNews | null {
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

function refundNews(
  kind: (typeof REFUND_KINDS)[keyof typeof REFUND_KINDS],
  data: unknown,
  { now, digest }: { now: Date; digest: string },
): PaystackNews | null {
  const { data: told } = refund.safeParse(data);
  if (!told) return null;
  const report: PaymentReport = {
    provider: "paystack",
    reference: told.transaction_reference,
    eventId: `${kind}:${told.refund_reference ?? told.id ?? digest}`,
    kind,
    amountMinor: told.amount,
    currency: told.currency,
    source: "webhook",
    occurredAt: now.toISOString(),
  };
  return { type: "change", reports: [report] };
}

function disputeNews(data: unknown, { now }: { now: Date }): PaystackNews | null {
  const { data: told } = dispute.safeParse(data);
  if (!told) return null;
  const { id, transaction, resolution } = told;
  const report = {
    provider: "paystack",
    reference: transaction.reference,
    amountMinor: told.refund_amount ?? transaction.amount,
    currency: told.currency ?? transaction.currency,
    source: "webhook",
  } as const;
  const opened: PaymentReport = {
    ...report,
    eventId: `disputed:${id}`,
    kind: "disputed",
    occurredAt: isoDate(told.created_at, now),
  };
  if (!resolution) return { type: "change", reports: [opened] };
  const ended: PaymentReport = {
    ...report,
    eventId: `dispute-ended:${id}`,
    kind: resolution.endsWith("accepted") ? "dispute-lost" : "dispute-won",
    occurredAt: isoDate(told.resolvedAt, now),
  };
  return { type: "change", reports: [opened, ended] };
}
