import type { HeldPayment } from "~/domain/enrolment/enrolment-status.ts";
import { type Currency, fromMinor, type Money } from "~/domain/money/money.ts";
import type { Paper } from "~/domain/payments/papers.ts";
import type { PaymentFlag, PaymentStatus } from "~/domain/payments/payment-history.ts";
import { type Database, rowsOf, type Statement, statement } from "~/edge/database.ts";
import { PAPERS } from "~/edge/payments/paper-store.ts";
import { HAS_UNSEEN_FLAG, type PaymentRecord } from "~/edge/payments/payment-record.ts";
import type { Channel } from "~/edge/payments/provider.ts";
import {
  isOpen,
  REQUESTS_OF_PAYMENT,
  type RefundRequest,
  readRequests,
} from "~/edge/payments/refund-requests.ts";
import type { FlaggedState } from "~/edge/payments/send-staff-notice.ts";
import type { StoredKey } from "./enrolment-keys.ts";
import { findEnrolment } from "./enrolment-store.ts";
import { pendingCharges, shownCurrency, statusIn } from "./enrolment-views.ts";

export interface EnrolmentPayment extends HeldPayment, FlaggedState {
  readonly provider: Channel;
  readonly status: PaymentStatus;
  readonly flag: PaymentFlag | null;
  /** The price in kobo or cents; `null` if unknown. */
  readonly expectedMinor: number | null;
  readonly hasReceipt: boolean;
  readonly isSponsored: boolean;
  /** The digest of the key that started the payment; `null` if none did. */
  readonly keyDigest: string | null;
  /** The payer's e-mail address, as the provider or the payer reported it; empty if unknown. */
  readonly payerEmail: string;
  /** Another payer's name, as typed for the receipt or, failing that, as the provider reports it. */
  readonly payerName: string;
  /** The refunds that were requested from its provider, oldest first. */
  readonly refunds: readonly RefundRequest[];
  /** The receipt and the credit notes for refunds, oldest first; empty before money came. */
  readonly papers: readonly Paper[];
  /** ISO 8601, UTC. The time at which the money came or, failing that, the payment was started. */
  readonly paidAt: string | null;
  readonly createdAt: string;
  /**
   * ISO 8601, UTC. The time at which PayPal's order was made or the checkout last resumed; `null` if neither
   * happened.
   */
  readonly orderedAt: string | null;
}

/** The columns that are stored in another form. */
interface StoredColumns {
  readonly charges: string;
  readonly papers: string;
  readonly refunds: string;
  readonly isSponsored: number;
  readonly isSeen: number;
}

interface PaymentRow
  extends StoredColumns,
    Omit<EnrolmentPayment, keyof StoredColumns | "held" | "isRefunded" | "hasReceipt"> {
  readonly currency: Currency;
  readonly paidMinor: number;
  readonly receiptAt: string | null;
}

export async function paymentsOf(db: Database, id: string): Promise<EnrolmentPayment[]> {
  const results = await rowsOf<PaymentRow>(db)`
    SELECT reference, provider, charges, currency, paid_minor AS paidMinor, status, flag,
      flagged_state AS flaggedState, NOT (${HAS_UNSEEN_FLAG}) AS isSeen, expected_minor AS expectedMinor, receipt_at AS receiptAt,
      is_sponsored AS isSponsored, key_digest AS keyDigest, payer_email AS payerEmail,
      coalesce(nullif(buyer_name, ''), payer_name) AS payerName,
      created_at AS createdAt, ordered_at AS orderedAt,
      ${PAPERS} AS papers,
      ${REQUESTS_OF_PAYMENT} AS refunds,
      (SELECT MIN(occurred_at) FROM payment_events
       WHERE payment_events.reference = payments.reference AND kind = 'charged') AS paidAt,
      (SELECT coalesce(MAX(id), 0) FROM payment_events
       WHERE payment_events.reference = payments.reference AND kind = 'charged') AS newestCharge
    FROM payments WHERE enrolment_id = ${id} ORDER BY created_at, reference`;
  return results.map(({ currency, paidMinor, receiptAt, ...row }) => ({
    ...row,
    charges: JSON.parse(row.charges),
    papers: JSON.parse(row.papers),
    held: fromMinor(currency, paidMinor),
    isRefunded: row.status === "refunded",
    refunds: readRequests(row.refunds),
    hasReceipt: receiptAt !== null,
    isSponsored: row.isSponsored === 1,
    isSeen: row.isSeen === 1,
  }));
}

/** Returns what the academy holds of a payment, minus the refunds that are under way. */
export function refundableOf({ held, refunds }: EnrolmentPayment): Money {
  const open = refunds.filter(isOpen).reduce((total, { amount }) => total + amount.minor, 0);
  return fromMinor(held.currency, Math.max(0, held.minor - open));
}

export function notingReceipt(db: Database, reference: string, now: Date): Statement {
  return statement(db)`UPDATE payments SET receipt_at = ${now}
    WHERE reference = ${reference} AND receipt_at IS NULL`;
}

/**
 * Returns the statement that takes refused payments off the desk's list once their charges are paid otherwise,
 * since no payer has to try again.
 */
export function dismissingRefused(db: Database, id: string, currency: Currency): Statement {
  return statement(db)`UPDATE payments SET seen_state = flagged_state
    WHERE enrolment_id = ${id} AND status = 'unpaid' AND flag IN ('payment-denied', 'approved-not-charged')
      AND NOT EXISTS (SELECT 1 FROM json_each(payments.charges) JOIN charges ON number = value
        WHERE charges.enrolment_id = ${id} AND charges.currency = ${currency} AND is_paid = 0)`;
}

interface JoiningPayment {
  /** The enrolment's. */
  readonly id: string;
  readonly reference: string;
  /** The numbers of the charges that the payment is for. */
  readonly pays: readonly number[];
  readonly isSponsored: boolean;
  /** The enrolment's payments when this one was chosen; `null` if the batch checks the enrolment's version. */
  readonly existingReferences: readonly string[] | null;
}

/**
 * Returns the statement that gives a payment to an enrolment. It changes nothing if the learner was erased,
 * or if the enrolment has a payment that is not in `existingReferences`.
 */
export function joiningPayment(
  db: Database,
  { id, reference, pays, isSponsored, existingReferences }: JoiningPayment,
): Statement {
  const existing = existingReferences && JSON.stringify(existingReferences);
  return statement(db)`UPDATE payments
    SET enrolment_id = ${id}, charges = ${JSON.stringify(pays)}, is_sponsored = ${isSponsored}
    WHERE reference = ${reference}
      AND EXISTS (SELECT 1 FROM enrolments WHERE id = ${id} AND erased_at IS NULL)
      AND (${existing} IS NULL OR enrolment_id = ${id} OR NOT EXISTS (SELECT 1 FROM payments AS other
        WHERE other.enrolment_id = ${id} AND other.reference NOT IN (SELECT value FROM json_each(${existing}))))`;
}

/** The time for which a payment that was started or resumed may still be paid in a tab that stayed open. */
const MAY_BE_PAID_MS = 24 * 60 * 60_000;

/**
 * The most unresolved attempts of an enrolment, whether started by the learner or with a payer's link. Each of them is
 * checked at its provider before another starts.
 */
export const MOST_OPEN_ATTEMPTS = 20;

/** Whether a payment was started with a key. All keys of the learner count as one, each payer's key by itself. */
export function isStartedWith({ kind, digest }: StoredKey, payment: EnrolmentPayment): boolean {
  return kind === "learner" ? !payment.isSponsored : payment.keyDigest === digest;
}

export function isFresh({ orderedAt, createdAt }: EnrolmentPayment, now: Date): boolean {
  return now.getTime() - Date.parse(orderedAt ?? createdAt) < MAY_BE_PAID_MS;
}

/** Returns the payments for one of these charges that were started lately and have no outcome yet, in any currency. */
export function openAttempts(
  payments: readonly EnrolmentPayment[],
  { pays, now }: { readonly pays: readonly number[]; readonly now: Date },
): EnrolmentPayment[] {
  return payments.filter(
    (payment) =>
      payment.status === "unpaid" &&
      isFresh(payment, now) &&
      payment.charges.some((number) => pays.includes(number)),
  );
}

/**
 * Whether a payment's charges are still owed: the learner has not withdrawn, and no other payment has paid
 * for any of them or is held back. That payment may have been started in another tab, currency or number of
 * charges. Taking no money is better than giving it back.
 */
export async function isStillOwed(
  { db, now }: { readonly db: Database; readonly now: Date },
  { reference, enrolmentId, charges: numbers, currency, expectedMinor }: PaymentRecord,
): Promise<boolean> {
  const enrolment = enrolmentId ? await findEnrolment(db, enrolmentId) : null;
  if (!enrolment) return true;
  if (enrolment.withdrawnOn) return false;
  const payments = await paymentsOf(db, enrolment.id);
  const otherPayments = payments.filter((payment) => payment.reference !== reference);
  const isPending = pendingCharges(otherPayments, now).some((number) => numbers.includes(number));
  const { charges, left } = statusIn(enrolment, otherPayments, shownCurrency(enrolment, otherPayments), now);
  // Less is owed after a change to a cheaper course or plan.
  const isTooMuch = currency === left.currency && (expectedMinor ?? 0) > left.minor;
  const isPaid = charges.some(({ number, status }) => numbers.includes(number) && status === "paid");
  return !isPending && !isPaid && !isTooMuch;
}
