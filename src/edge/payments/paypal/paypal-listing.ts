import { z } from "astro/zod";
import type { Page } from "../provider.ts";
import { paypalMoney, referenceIn, unsignedMinor } from "./paypal-order.ts";

const listedTransaction = z.object({
  transaction_info: z.object({
    transaction_id: z.string(),
    /** The number of a refund's capture. */
    paypal_reference_id: z.string().nullish(),
    transaction_event_code: z.string(),
    /** One of {@link COMPLETED}, "P" pending, "D" denied. */
    transaction_status: z.string().nullish(),
    transaction_initiation_date: z.string().nullish(),
    transaction_amount: paypalMoney,
    fee_amount: paypalMoney.nullish(),
    invoice_id: z.string().nullish(),
    custom_field: z.string().nullish(),
  }),
});

export interface ListedMovement {
  /** `reversed` is money that PayPal or a bank took back. Its number may differ from its webhook's. */
  readonly kind: "charged" | "refunded" | "reversed" | "reinstated" | "payout";
  readonly id: string;
  /** PayPal's number of the charge whose money went back; `null` if PayPal does not name it. */
  readonly chargeId: string | null;
  /** This site's reference; `null` if the movement has none. */
  readonly reference: string | null;
  /** Hundredths, never negative; `null` if the amount is unreadable. */
  readonly amountMinor: number | null;
  readonly currency: string;
  readonly feeMinor: number;
  readonly initiatedAt: string | null;
}

/**
 * The kinds of movements by event code (developer.paypal.com/docs/transaction-search/transaction-event-codes)
 * and by whether the money comes in. A hold for a dispute (T1110, T1111) moves nothing.
 */
const KINDS: readonly (readonly [code: RegExp, comesIn: boolean, kind: ListedMovement["kind"]])[] = [
  [/^T00/, true, "charged"],
  [/^T1107$/, false, "refunded"],
  // A reversal by PayPal, a chargeback, and a chargeback that the bank upheld against our objection.
  [/^T1106$|^T1201$|^T1207$/, false, "reversed"],
  [/^T1106$|^T1201$/, true, "reinstated"],
  [/^T04/, false, "payout"],
];

/** The statuses of completed transactions: "S", "V" fully refunded since, and "F" partly refunded. */
const COMPLETED = ["S", "V", "F"];

const page = z.object({
  /** Missing for a period without transactions. */
  transaction_details: z.array(z.unknown()).nullish(),
  total_pages: z.number().nullish(),
  page: z.number().nullish(),
});

/** Reads a response of Transaction Search. Rows that are not completed or of none of the `KINDS` are left out. */
export const movementsPage = page.transform(
  (response): Page<ListedMovement> => ({
    rows: (response.transaction_details ?? []).flatMap((row) => movementOf(row) ?? []),
    isLast: (response.page ?? 1) >= (response.total_pages ?? 1),
  }),
);

function movementOf(row: unknown): ListedMovement | null {
  const info = listedTransaction.safeParse(row).data?.transaction_info;
  if (!info || !COMPLETED.includes(info.transaction_status ?? "")) return null;
  const { value, currency_code } = info.transaction_amount;
  const comesIn = !value.startsWith("-");
  const kind = KINDS.find(
    ([code, inward]) => inward === comesIn && code.test(info.transaction_event_code),
  )?.[2];
  if (!kind) return null;
  return {
    kind,
    id: info.transaction_id,
    chargeId: kind === "charged" ? info.transaction_id : (info.paypal_reference_id ?? null),
    reference: referenceIn({ custom_id: info.custom_field, invoice_id: info.invoice_id }),
    amountMinor: unsignedMinor(value),
    currency: currency_code,
    feeMinor: unsignedMinor(info.fee_amount?.value ?? "0") ?? 0,
    initiatedAt: info.transaction_initiation_date ?? null,
  };
}
