import { z } from "astro/zod";
import { isOwnReference } from "~/domain/enrolment/reference.ts";
import { minorOf } from "~/domain/money/money.ts";
import { isoDate } from "../iso-date.ts";
import type { Enrolment, PaymentReport, ReportSource } from "../payment-report.ts";
import { oneLine } from "../stored-text.ts";

const money = z.object({
  currency_code: z.string(),
  /** Decimal text, "9.00". */
  value: z.string(),
});

/** Where our reference is kept: both fields are set, and a payer cannot change them. */
const ours = { custom_id: z.string().nullish(), invoice_id: z.string().nullish() };
const times = { create_time: z.string().nullish(), update_time: z.string().nullish() };

export const paypalCapture = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  ...ours,
  ...times,
});
export const paypalRefund = z.object({
  id: z.string(),
  amount: money,
  ...ours,
  ...times,
  links: z.array(z.object({ rel: z.string(), href: z.string() })).nullish(),
});
export const paypalOrder = z.object({
  id: z.string(),
  status: z.string(),
  payer: z
    .object({
      email_address: z.string().nullish(),
      name: z.object({ given_name: z.string().nullish(), surname: z.string().nullish() }).nullish(),
    })
    .nullish(),
  purchase_units: z.array(
    z.object({
      ...ours,
      amount: money.nullish(),
      payments: z
        .object({ captures: z.array(paypalCapture).nullish(), refunds: z.array(paypalRefund).nullish() })
        .nullish(),
    }),
  ),
  ...times,
});

export type PayPalCapture = z.infer<typeof paypalCapture>;
export type PayPalRefund = z.infer<typeof paypalRefund>;
export type PayPalOrder = z.infer<typeof paypalOrder>;

/** Who says it, and when it is heard. */
interface Telling {
  readonly reference: string;
  readonly source: ReportSource;
  readonly now: Date;
}

const CAPTURE_KINDS: Record<string, PaymentReport["kind"]> = {
  COMPLETED: "charged",
  // What came back later is told by its refunds.
  REFUNDED: "charged",
  PARTIALLY_REFUNDED: "charged",
  PENDING: "pending",
  DECLINED: "denied",
  FAILED: "denied",
};

/** Our reference in something of PayPal's; null when it bears none: the account may take other payments too. */
export function referenceIn({
  custom_id,
  invoice_id,
}: Pick<PayPalCapture, "custom_id" | "invoice_id">): string | null {
  return [custom_id, invoice_id].find((text) => text && isOwnReference(text)) ?? null;
}

/** Our reference in an order's only unit; null when it bears none. */
export function referenceOfOrder(order: PayPalOrder): string | null {
  const [unit] = order.purchase_units;
  return unit ? referenceIn(unit) : null;
}

/** What a capture says; null in a state that says nothing yet. */
export function reportOfCapture(capture: PayPalCapture, telling: Telling): PaymentReport | null {
  const kind = CAPTURE_KINDS[capture.status];
  if (!kind) return null;
  return { ...reportOf(capture, telling), kind, eventId: `${kind}:${capture.id}` };
}

/** What a refund says; PayPal calls money that a bank took back one, too. */
export function reportOfRefund(refund: PayPalRefund, telling: Telling): PaymentReport {
  return { ...reportOf(refund, telling), kind: "refunded", eventId: `refunded:${refund.id}` };
}

/** Everything that an order says of its payment. */
export function reportsOfOrder(order: PayPalOrder, telling: Telling): PaymentReport[] {
  return order.purchase_units.flatMap(({ payments }) => [
    ...(payments?.captures ?? []).flatMap((capture) => reportOfCapture(capture, telling) ?? []),
    ...(payments?.refunds ?? []).map((refund) => reportOfRefund(refund, telling)),
  ]);
}

/** The payer agreed to the order. */
export function reportOfApproval(order: PayPalOrder, telling: Telling): PaymentReport {
  const amount = order.purchase_units[0]?.amount;
  return {
    ...reportOf({ ...order, amount: amount ?? { currency_code: "USD", value: "" } }, telling),
    kind: "approved",
    eventId: `approved:${order.id}`,
  };
}

/** Who paid, as PayPal knows them. */
export function payerOf({ payer }: PayPalOrder): Enrolment {
  return {
    customer: {
      email: oneLine(payer?.email_address ?? ""),
      name: oneLine([payer?.name?.given_name, payer?.name?.surname].filter(Boolean).join(" ")),
      phone: "",
    },
    details: [],
  };
}

function reportOf(
  { amount, create_time, update_time }: Pick<PayPalCapture, "amount" | "create_time" | "update_time">,
  { reference, source, now }: Telling,
) {
  return {
    provider: "paypal",
    reference,
    amountMinor: minorOf(amount.value),
    currency: amount.currency_code,
    source,
    occurredAt: isoDate(update_time ?? create_time, now),
  } as const;
}
