import { z } from "astro/zod";
import { referenceIn, unsignedMinor } from "./paypal-order.ts";

const amount = z.object({
  currency_code: z.string(),
  /** Decimal text. "-9.00" is money that went out. */
  value: z.string(),
});

const listedTransaction = z.object({
  transaction_info: z.object({
    transaction_id: z.string(),
    /** The number of a refund's capture. */
    paypal_reference_id: z.string().nullish(),
    transaction_event_code: z.string(),
    /** One of {@link COMPLETED}, "P" pending, "D" denied. */
    transaction_status: z.string().nullish(),
    transaction_initiation_date: z.string().nullish(),
    transaction_amount: amount,
    fee_amount: amount.nullish(),
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

export interface MovementsPage {
  readonly rows: ListedMovement[];
  readonly isLast: boolean;
}

/**
 * The kinds of movements by PayPal's event code and by whether the money comes in, from PayPal's page
 * "Transaction Event Codes" (developer.paypal.com/docs/transaction-search/transaction-event-codes):
 * T00nn payments from account to account, of which T0006 is PayPal's checkout
 * T1107 payment refund, initiated by merchant
 * T1106 payment reversal, initiated by PayPal; if money comes in, a reversal given back
 * T1201 chargeback; if money comes in, a chargeback given back
 * T1207 chargeback re-presentment rejection, which takes a payment back for a second time
 * T04nn withdrawal to a bank
 * A hold for a dispute (T1110) takes nothing, and its end (T1111) gives nothing back.
 */
const KINDS: readonly (readonly [code: RegExp, comesIn: boolean, kind: ListedMovement["kind"]])[] = [
  [/^T00/, true, "charged"],
  [/^T1107$/, false, "refunded"],
  [/^T1106$|^T1201$|^T1207$/, false, "reversed"],
  [/^T1106$|^T1201$/, true, "reinstated"],
  [/^T04/, false, "payout"],
];

/**
 * The statuses of completed transactions: "S", "V" fully refunded since (both from PayPal's documentation of
 * Transaction Search), and "F" partly refunded (from PayPal's earlier SDKs).
 */
const COMPLETED = ["S", "V", "F"];

const page = z.object({
  /** Missing for a period without transactions. */
  transaction_details: z.array(z.unknown()).nullish(),
  total_pages: z.number().nullish(),
  page: z.number().nullish(),
});

/** Reads a response of Transaction Search. Rows that are no movement of this site or payout are left out. */
export const movementsPage = page.transform(
  (response): MovementsPage => ({
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
