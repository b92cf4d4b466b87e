/** The payments of an enrolment. Every function here rejects when the database fails. */
import type { HeldPayment } from "~/domain/enrolment/enrolment-standing.ts";
import { type Currency, fromMinor } from "~/domain/money/money.ts";
import type { PaymentFlag, PaymentStatus } from "~/domain/payments/payment-history.ts";
import type { Database, Statement } from "~/edge/database.ts";
import type { Channel } from "~/edge/payments/provider.ts";

/** A payment of an enrolment, derived from what was recorded. */
export interface EnrolmentPayment extends HeldPayment {
  readonly provider: Channel;
  readonly status: PaymentStatus;
  readonly flag: PaymentFlag | null;
  /** The flag that staff have looked at. */
  readonly seenFlag: PaymentFlag | null;
  /** The price asked, kobo or cents; null where it is not known. */
  readonly expectedMinor: number | null;
  readonly hasReceipt: boolean;
  readonly isSponsored: boolean;
  /** Who paid, where the provider or the learner has reported it; empty otherwise. */
  readonly payerEmail: string;
  /** ISO 8601, UTC: when the money came, or when it began. */
  readonly paidAt: string | null;
  readonly createdAt: string;
  /** Likewise: when its order was made at PayPal, or its checkout at Paystack taken up again; null where neither was. */
  readonly orderedAt: string | null;
}

/** All payments of an enrolment, the oldest first. */
export async function paymentsOf(db: Database, id: string): Promise<EnrolmentPayment[]> {
  const { results } = await db
    .prepare(
      `SELECT reference, provider, charges, currency, paid_minor AS paidMinor, status, flag,
         seen_flag AS seenFlag, expected_minor AS expectedMinor, receipt_at AS receiptAt, is_sponsored AS isSponsored,
         payer_email AS payerEmail, created_at AS createdAt, ordered_at AS orderedAt,
         (SELECT MIN(occurred_at) FROM payment_events
          WHERE payment_events.reference = payments.reference AND kind = 'charged') AS paidAt
       FROM payments WHERE enrolment_id = ? ORDER BY created_at, reference`,
    )
    .bind(id)
    .all<
      Pick<
        EnrolmentPayment,
        | "reference"
        | "provider"
        | "status"
        | "flag"
        | "seenFlag"
        | "expectedMinor"
        | "payerEmail"
        | "createdAt"
        | "orderedAt"
        | "paidAt"
      > & {
        charges: string;
        currency: Currency;
        paidMinor: number;
        receiptAt: string | null;
        isSponsored: number;
      }
    >();
  return results.map(({ charges, currency, paidMinor, receiptAt, isSponsored, ...row }) => ({
    ...row,
    charges: JSON.parse(charges),
    held: fromMinor(currency, paidMinor),
    isRefunded: row.status === "refunded",
    hasReceipt: receiptAt !== null,
    isSponsored: isSponsored === 1,
  }));
}

/** The statement that notes that a payment's receipt was written. */
export function notingReceipt(db: Database, reference: string, now: Date): Statement {
  return db
    .prepare("UPDATE payments SET receipt_at = ? WHERE reference = ? AND receipt_at IS NULL")
    .bind(now.toISOString(), reference);
}

/**
 * The statement that joins a payment to its enrolment, and says which charges it pays. It changes nothing where another was
 * joined meanwhile.
 * @param known the references of the enrolment's payments when this one was chosen; null where a batch checks that itself
 */
export function joiningPayment(
  db: Database,
  {
    id,
    reference,
    pays,
    isSponsored,
    known,
  }: {
    id: string;
    reference: string;
    pays: readonly number[];
    isSponsored: boolean;
    known: readonly string[] | null;
  },
): Statement {
  return db
    .prepare(
      `UPDATE payments SET enrolment_id = ?1, charges = ?2, is_sponsored = ?3
       WHERE reference = ?4 AND (?5 IS NULL OR enrolment_id = ?1 OR NOT EXISTS (SELECT 1 FROM payments AS other
         WHERE other.enrolment_id = ?1 AND other.reference NOT IN (SELECT value FROM json_each(?5))))`,
    )
    .bind(id, JSON.stringify(pays), isSponsored ? 1 : 0, reference, known && JSON.stringify(known));
}
