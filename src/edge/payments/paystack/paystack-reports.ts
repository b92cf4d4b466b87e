import { z } from "astro/zod";
import { isEnrolmentId } from "~/domain/enrolment/enrolment-key.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { stateId } from "~/domain/payments/money-back.ts";
import { readOrderLines } from "~/domain/payments/order-lines.ts";
import type { Payer } from "~/domain/payments/payment-flow.ts";
import { oneLine } from "~/domain/visible-text.ts";
import type { PaymentReport, ReportSource } from "../payment-events.ts";
import { type ReportedEnrolment, UNKNOWN_ENROLMENT } from "../payment-record.ts";
import { isoDate } from "../provider.ts";

/** An amount in kobo, which Paystack sometimes sends as text. */
export const kobo = z.union([
  z.int().nonnegative(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

/** The fields in use of a transaction, in charge.success and in the response to a verification. */
const reportedTransaction = z.object({
  id: z.union([z.int(), z.string()]).transform(String),
  status: z.string(),
  reference: z.string(),
  domain: z.string(),
  /** The amount that the payer paid: the price, plus the fees if the dashboard lets customers bear them. */
  amount: kobo,
  /** The price that the transaction was started with. */
  requested_amount: kobo.nullish().catch(null),
  currency: z.string(),
  fees: kobo.nullish().catch(null),
  paid_at: z.string().nullish(),
  /** The object that was sent, its JSON text, or `null`, "" or 0 for nothing. */
  metadata: z.unknown(),
  customer: z
    .object({
      email: z.string().nullish(),
      first_name: z.string().nullish(),
      last_name: z.string().nullish(),
      phone: z.string().nullish(),
    })
    .nullish()
    .catch(null),
});

/** A transaction with the `amount` that the academy receives, and the `fees` that the academy bears. */
export const paystackTransaction = reportedTransaction.transform(({ requested_amount, ...transaction }) => {
  const { amount, fees } = transaction;
  const held = Math.min(amount, requested_amount || amount);
  return { ...transaction, amount: held, fees: fees && Math.max(0, fees - (amount - held)) };
});

export type PaystackTransaction = z.infer<typeof paystackTransaction>;

export const ENROLMENT_FIELD = "enrolment";
export const PROOF_FIELD = "enrolment_proof";

const customFields = z.object({
  custom_fields: z.array(
    z.object({
      variable_name: z.string(),
      value: z.union([z.string(), z.number()]).transform(String),
    }),
  ),
});

/** Returns the reports of a transaction; none until it is paid. @param isLive whether to expect real money */
export function reportsOfTransaction(
  transaction: PaystackTransaction,
  { source, isLive, now }: { source: ReportSource; isLive: boolean; now: Date },
): PaymentReport[] {
  const { id, status, reference, amount, currency, domain } = transaction;
  const report = {
    provider: "paystack",
    reference,
    amountMinor: amount,
    currency,
    source,
    occurredAt: isoDate(transaction.paid_at, now),
  } as const;
  const charged = {
    ...report,
    kind: isLive && domain !== "live" ? "test-charged" : "charged",
    eventId: `charged:${id}`,
  } as const;
  if (status === "success") return [charged];
  // The whole of a reversed charge went back to the payer.
  if (status === "reversed") {
    const occurredAt = now.toISOString();
    return [charged, { ...report, kind: "refunded", eventId: `reversed:${id}`, occurredAt }];
  }
  return [];
}

const dispute = z.object({
  id: z.union([z.int(), z.string()]),
  refund_amount: kobo.nullish(),
  currency: z.string().nullish(),
  /** "resolved" once the dispute has ended. Until then `resolution` is only the academy's own answer. */
  status: z.string().nullish(),
  resolution: z.string().nullish(),
  transaction: z.object({ reference: z.string(), amount: kobo, currency: z.string() }),
  created_at: z.string().nullish(),
  /** The name of `created_at` in lists. */
  createdAt: z.string().nullish(),
  resolvedAt: z.string().nullish(),
});

/** The result of a dispute for the academy. Any other resolution leaves the dispute open for staff. */
const DISPUTE_RESULTS: Record<string, "dispute-lost" | "dispute-won"> = {
  "merchant-accepted": "dispute-lost",
  "auto-accepted": "dispute-lost",
  declined: "dispute-won",
};

/** Returns the reports of a dispute in a webhook or a list; `null` if its shape is unknown. */
export function reportsOfDispute(data: unknown, { now }: { now: Date }): PaymentReport[] | null {
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
  const kind = status === "resolved" ? DISPUTE_RESULTS[resolution ?? ""] : undefined;
  if (!kind) return [opened];
  const ended: PaymentReport = {
    ...report,
    eventId: stateId(kind, `${id}`, disputeData.resolvedAt),
    kind,
    occurredAt: isoDate(disputeData.resolvedAt, now),
  };
  return [opened, ended];
}

const UNDER_WAY = ["ongoing", "pending", "processing", "queued"];

/** Whether Paystack waits for a code, a transfer or a bank. An "abandoned" one can still be paid. */
export function isUnderWay({ status }: PaystackTransaction): boolean {
  return UNDER_WAY.includes(status);
}

/** The most characters of a custom field that are read. */
const MAX_FIELD_LENGTH = 500;

/** Returns the registration in the custom fields of a checkout; `null` if they are not this site's. */
function enrolmentOf({ metadata, reference, customer }: PaystackTransaction): ReportedEnrolment | null {
  const parsed = customFields.safeParse(typeof metadata === "string" ? parseJson(metadata) : metadata);
  if (!parsed.success) return null;
  const fields = new Map(
    parsed.data.custom_fields.map(({ variable_name, value }) => [
      variable_name,
      oneLine(value).slice(0, MAX_FIELD_LENGTH),
    ]),
  );
  if (fields.get("reference") !== reference) return null;
  const order = readOrderLines(fields);
  const { learner } = order;
  const id = fields.get(ENROLMENT_FIELD) ?? "";
  return {
    customer: {
      email: learner.email || oneLine(customer?.email ?? ""),
      name: fullName(learner) || nameOf(customer),
      phone: learner.phone || oneLine(customer?.phone ?? ""),
    },
    order,
    id: isEnrolmentId(id) ? id : null,
    proof: fields.get(PROOF_FIELD) ?? "",
  };
}

/** Returns Paystack's customer, and the enrolment that the custom fields of the checkout name. */
export function payerAndEnrolmentOf(transaction: PaystackTransaction): {
  enrolment: ReportedEnrolment;
  payer: Payer;
} {
  const { customer } = transaction;
  const email = oneLine(customer?.email ?? "");
  const name = nameOf(customer);
  const phone = oneLine(customer?.phone ?? "");
  const unknownEnrolment = { ...UNKNOWN_ENROLMENT, customer: { email, name, phone } };
  return { enrolment: enrolmentOf(transaction) ?? unknownEnrolment, payer: { name, email } };
}

function nameOf(customer: PaystackTransaction["customer"]): string {
  return oneLine([customer?.first_name, customer?.last_name].filter(Boolean).join(" "));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
