import { z } from "astro/zod";
import { isEnrolmentId } from "~/domain/enrolment/enrolment-key.ts";
import { minorOf } from "~/domain/money/money.ts";
import type { Payer } from "~/domain/payments/payment-flow.ts";
import { isOwnReference } from "~/domain/payments/reference.ts";
import { oneLine } from "~/domain/visible-text.ts";
import type { PaymentReport, ReportSource } from "../payment-events.ts";
import type { ReportedEnrolment } from "../payment-record.ts";
import { isoDate } from "../provider.ts";

export const paypalMoney = z.object({
  currency_code: z.string(),
  /** Decimal text: "9.00", or sometimes "-9.00" for money that went out. */
  value: z.string(),
});

/**
 * The fields that this site sets and a payer cannot change: `invoice_id` is our reference, and `custom_id` is
 * "reference enrolment-id proof".
 */
const ownFields = { custom_id: z.string().nullish(), invoice_id: z.string().nullish() };
const times = { create_time: z.string().nullish(), update_time: z.string().nullish() };

export const paypalCapture = z.object({
  id: z.string(),
  status: z.string(),
  amount: paypalMoney,
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().nullish() }).nullish() })
    .nullish()
    .catch(null),
  ...ownFields,
  ...times,
});
export const paypalRefund = z.object({
  id: z.string(),
  status: z.string().nullish(),
  amount: paypalMoney,
  ...ownFields,
  ...times,
  links: z.array(z.object({ rel: z.string(), href: z.string() })).nullish(),
});
const payer = z
  .object({
    email_address: z.string().nullish(),
    name: z.object({ given_name: z.string().nullish(), surname: z.string().nullish() }).nullish(),
  })
  .nullish()
  .catch(null);

export const paypalOrder = z.object({
  id: z.string(),
  status: z.string(),
  payer,
  /** The payer if `payer` is missing. PayPal has deprecated that field. */
  payment_source: z.object({ paypal: payer }).nullish().catch(null),
  purchase_units: z.array(
    z.object({
      ...ownFields,
      amount: paypalMoney.nullish(),
      payments: z
        .object({ captures: z.array(paypalCapture).nullish(), refunds: z.array(paypalRefund).nullish() })
        .nullish(),
    }),
  ),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).nullish(),
  ...times,
});

export type PayPalCapture = z.infer<typeof paypalCapture>;
export type PayPalRefund = z.infer<typeof paypalRefund>;
export type PayPalOrder = z.infer<typeof paypalOrder>;

export interface ReportOrigin {
  readonly reference: string;
  readonly source: ReportSource;
  readonly now: Date;
}

const CAPTURE_KINDS: Record<string, PaymentReport["kind"]> = {
  COMPLETED: "charged",
  // The refunds of a capture are reported by themselves.
  REFUNDED: "charged",
  PARTIALLY_REFUNDED: "charged",
  PENDING: "pending",
  DECLINED: "denied",
  FAILED: "denied",
};

/** Returns PayPal's page on which the payer approves an order; `null` if it is approved already. */
export function approvalPage({ links }: PayPalOrder): string | null {
  return links?.find(({ rel }) => rel === "approve" || rel === "payer-action")?.href ?? null;
}

type OwnFields = Pick<PayPalCapture, "custom_id" | "invoice_id">;

/** Returns this site's reference; `null` without one, because the account may take other payments too. */
export function referenceIn({ custom_id, invoice_id }: OwnFields): string | null {
  const [customReference = ""] = custom_id?.split(" ") ?? [];
  return [customReference, invoice_id].find((text) => text && isOwnReference(text)) ?? null;
}

/** Returns the enrolment that `custom_id` names after the reference. */
export function enrolmentIn({
  custom_id,
}: Pick<OwnFields, "custom_id">): Pick<ReportedEnrolment, "id" | "proof"> {
  const [, id = "", proof = ""] = custom_id?.split(" ") ?? [];
  return { id: isEnrolmentId(id) ? id : null, proof };
}

/** Returns the order of a capture; `null` if PayPal does not name it. */
export function orderIdOf({ supplementary_data }: PayPalCapture): string | null {
  return supplementary_data?.related_ids?.order_id ?? null;
}

export function referenceOfOrder(order: PayPalOrder): string | null {
  const [unit] = order.purchase_units;
  return unit ? referenceIn(unit) : null;
}

/** Returns the report of a capture; `null` if its status is unknown. */
export function reportOfCapture(capture: PayPalCapture, origin: ReportOrigin): PaymentReport | null {
  const captureKind = CAPTURE_KINDS[capture.status];
  if (!captureKind) return null;
  // A refusal in the response to a capture is a "declined": the payer is still there and can try again.
  const kind = captureKind === "denied" && origin.source === "capture" ? "declined" : captureKind;
  return { ...reportOf(capture, origin), kind, eventId: `${kind}:${capture.id}` };
}

const REFUND_KINDS: Record<string, PaymentReport["kind"]> = {
  COMPLETED: "refunded",
  PENDING: "refund-pending",
  FAILED: "refund-failed",
  CANCELLED: "refund-failed",
};

/**
 * Returns the report of a refund; `null` if its status is unknown. PayPal lists reversals among refunds: money that
 * a bank or PayPal itself took back. @param completedKind the kind to report once the money has gone back
 */
export function reportOfRefund(
  refund: PayPalRefund,
  origin: ReportOrigin,
  completedKind: "refunded" | "reversed" = "refunded",
): PaymentReport | null {
  const refundKind = REFUND_KINDS[refund.status ?? "COMPLETED"];
  if (!refundKind) return null;
  const kind = refundKind === "refunded" ? completedKind : refundKind;
  return { ...reportOf(refund, origin), kind, eventId: `${kind}:${refund.id}` };
}

export function reportsOfOrder(order: PayPalOrder, origin: ReportOrigin): PaymentReport[] {
  return order.purchase_units.flatMap(({ payments }) => [
    ...(payments?.captures ?? []).flatMap((capture) => reportOfCapture(capture, origin) ?? []),
    ...(payments?.refunds ?? []).flatMap((refund) => reportOfRefund(refund, origin) ?? []),
  ]);
}

/** Returns the report of an approval. It occurred at the order's last update, never in the future. */
export function reportOfApproval(
  { id, update_time, purchase_units }: PayPalOrder,
  origin: ReportOrigin,
): PaymentReport {
  const amount = purchase_units[0]?.amount ?? { currency_code: "USD", value: "" };
  const report = reportOf({ amount, update_time }, origin);
  const now = origin.now.toISOString();
  return {
    ...report,
    occurredAt: report.occurredAt < now ? report.occurredAt : now,
    kind: "approved",
    eventId: `approved:${id}`,
  };
}

/** Returns the payer as PayPal reports them, and the enrolment that the order names, with the payer as customer. */
export function payerAndEnrolmentOf(order: PayPalOrder): {
  enrolment: ReportedEnrolment;
  payer: Payer | null;
} {
  const [unit] = order.purchase_units;
  const payer = order.payer ?? order.payment_source?.paypal;
  const email = oneLine(payer?.email_address ?? "");
  const name = oneLine([payer?.name?.given_name, payer?.name?.surname].filter(Boolean).join(" "));
  return {
    enrolment: { customer: { email, name, phone: "" }, order: null, ...enrolmentIn(unit ?? {}) },
    payer: name || email ? { name, email } : null,
  };
}

/** Returns a decimal text in cents without its sign; `null` if it is unreadable. */
export function unsignedMinor(decimal: string): number | null {
  return minorOf(decimal.replace(/^-/, ""));
}

export function reportOf(
  { amount, create_time, update_time }: Pick<PayPalCapture, "amount" | "create_time" | "update_time">,
  { reference, source, now }: ReportOrigin,
) {
  return {
    provider: "paypal",
    reference,
    amountMinor: unsignedMinor(amount.value),
    currency: amount.currency_code,
    source,
    occurredAt: isoDate(update_time ?? create_time, now),
  } as const;
}
