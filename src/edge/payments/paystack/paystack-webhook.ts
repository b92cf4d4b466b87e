import { z } from "astro/zod";
import type { Payer } from "~/domain/payments/payment-flow.ts";
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { PaymentReport } from "../payment-events.ts";
import type { ReportedEnrolment } from "../payment-record.ts";
import {
  kobo,
  payerAndEnrolmentOf,
  paystackTransaction,
  reportsOfDispute,
  reportsOfTransaction,
} from "./paystack-reports.ts";

type PaystackEvent =
  | {
      readonly type: "payment";
      readonly reference: string;
      readonly reports: readonly PaymentReport[];
      /** Only a charge names its enrolment and payer. A refund or dispute follows a charge. */
      readonly enrolment?: ReportedEnrolment;
      readonly payer?: Payer;
    }
  /** An event about a payment of the same account that this site did not start, in any shape. */
  | { readonly type: "foreign" }
  | { readonly type: "other" };

const envelope = z.object({ event: z.string(), data: z.unknown() });

const text = z.string().catch("");
/** The fields in which an event about money names a reference: a charge, a refund or a dispute. */
const referenceFields = z
  .object({
    reference: text,
    transaction_reference: text,
    transaction: z.object({ reference: text }).catch({ reference: "" }),
  })
  .partial();

const refund = z.object({
  id: z.union([z.int(), z.string()]).nullish(),
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

interface WebhookContext {
  readonly isLive: boolean;
  readonly now: Date;
  /** A digest of the raw body, which identifies a refund that has no number. */
  readonly digest: string;
}

/** Reads an event; `null` if its shape is unknown. */
export function readPaystackWebhook(body: unknown, context: WebhookContext): PaystackEvent | null {
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return null;
  const { event, data } = parsed.data;
  const reference = referenceIn(data);
  if (reference !== "" && !isOwnReference(reference)) return { type: "foreign" };
  if (event === "charge.success") {
    const { data: transaction } = paystackTransaction.safeParse(data);
    if (!transaction || reference === "") return null;
    const reports = reportsOfTransaction(transaction, { source: "webhook", ...context });
    return { type: "payment", reference, reports, ...payerAndEnrolmentOf(transaction) };
  }
  if (isRefundEvent(event)) {
    const report = reportOfRefund(REFUND_KINDS[event], data, { reference, ...context });
    return report && reference !== "" ? { type: "payment", reference, reports: [report] } : null;
  }
  if (DISPUTE_EVENTS.includes(event)) {
    const reports = reportsOfDispute(data, context);
    return reports && reference !== "" ? { type: "payment", reference, reports } : null;
  }
  return { type: "other" };
}

/** Returns the reference that an event names; empty if it names none. */
function referenceIn(data: unknown): string {
  const { reference, transaction_reference, transaction } = referenceFields.safeParse(data).data ?? {};
  return transaction_reference || transaction?.reference || reference || "";
}

function isRefundEvent(event: string): event is keyof typeof REFUND_KINDS {
  return Object.hasOwn(REFUND_KINDS, event);
}

function reportOfRefund(
  refundKind: (typeof REFUND_KINDS)[keyof typeof REFUND_KINDS],
  data: unknown,
  { reference, now, digest }: WebhookContext & { readonly reference: string },
): PaymentReport | null {
  const parsed = refund.safeParse(data);
  if (!parsed.success) return null;
  const { id, refund_reference, amount, currency, dispute } = parsed.data;
  const kind = refundKind === "refunded" && dispute ? "reversed" : refundKind;
  return {
    provider: "paystack",
    reference,
    eventId: `${kind}:${refund_reference ?? id ?? digest}`,
    kind,
    amountMinor: amount,
    currency,
    source: "webhook",
    occurredAt: now.toISOString(),
  };
}
