import type { PaystackSettlement } from "~/sandbox/providers/paystack-book.ts";
import type { Account } from "../books.ts";
import type { ReceivedMail } from "../staff.ts";
import type { World } from "../world.ts";

export interface PaymentRow {
  readonly reference: string;
  /** null where nothing was started or paid. */
  readonly enrolment_id: string | null;
  /** The numbers of the charges that it is for, as JSON. */
  readonly charges: string;
  readonly customer_email: string;
  readonly status: string;
  readonly flag: string | null;
  readonly paid_minor: number;
  readonly expected_minor: number | null;
}

/** What is stored of an enrolment as paid. */
export interface CoveredRow {
  readonly id: string;
  readonly currency: string;
  /** In its currency, of all its charges. */
  readonly asked: number;
  readonly covered: number;
}

/** What one comparison of Paystack's books has kept of its day. */
export interface ComparedDay {
  readonly day: string;
  readonly payouts_minor: number;
}

/** How a run ended, as it can be seen from outside. */
export interface Ends
  extends Pick<
    World,
    "plan" | "start" | "troubledFrom" | "attempts" | "words" | "saidNotPaid" | "lastEvent" | "stops" | "views"
  > {
  /** The providers' books. */
  readonly accounts: readonly Account[];
  /** Orders of whose approval the edge has accepted the webhook, and when. */
  readonly approvalsReported: ReadonlyMap<string, number>;
  /** When the edge accepted a webhook with a charge for the first time, by its reference. */
  readonly chargesReported: ReadonlyMap<string, number>;
  /** Orders whose payer's bank refused, or whose capture was in trouble. */
  readonly refusedOrders: ReadonlySet<string>;
  readonly payments: readonly PaymentRow[];
  readonly covered: readonly CoveredRow[];
  /** Paystack's payouts to the bank. */
  readonly payouts: readonly PaystackSettlement[];
  /** The days whose comparison with Paystack's books is done. */
  readonly comparedDays: readonly ComparedDay[];
  readonly received: readonly ReceivedMail[];
  /** Mails that are neither delivered nor given up on purpose. */
  readonly undelivered: number;
  /** How often a mail's delivery could not be noted. */
  readonly lostNotes: number;
  /** When somebody had the mailbox mended that was not known. */
  readonly mendedAt: number;
}

/** What the provider's books have of a reference. */
export const accountOf = ({ accounts }: Ends, reference: string | null) =>
  accounts.find((account) => account.reference === reference);

/** Whether money was taken under a reference. */
export const isCharged = (ends: Ends, reference: string | null) =>
  (accountOf(ends, reference)?.charges ?? 0) > 0;

/** What the edge has recorded of a reference. */
export const rowOf = ({ payments }: Ends, reference: string) =>
  payments.find((row) => row.reference === reference);

/** An account's state by the price that was asked; the same words as in mails and in the table. */
export function statusOf(
  { reference, heldMinor, chargedMinor }: Account,
  ends: Ends,
): "paid" | "short-paid" | "refunded" | "unpaid" {
  const asked = rowOf(ends, reference)?.expected_minor ?? Infinity;
  if (heldMinor > 0) return heldMinor >= asked ? "paid" : "short-paid";
  return chargedMinor > 0 ? "refunded" : "unpaid";
}
