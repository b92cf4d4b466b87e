import { learnerKeys, nameKey, UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import type { PaystackCheckout } from "~/domain/payments/checkout.ts";
import type { Payer } from "~/domain/payments/payment-flow.ts";
import type { DerivedStatus } from "~/domain/payments/payment-history.ts";
import {
  type Database,
  insertInto,
  rowsOf,
  type Statement,
  setExcluded,
  sql,
  statement,
} from "~/edge/database.ts";
import { CHECK_PRIORITIES, schedulingCheck } from "./check-schedule.ts";
import {
  COLUMNS,
  type NewPayment,
  type PaymentRecord,
  purposeOf,
  type Row,
  toRecord,
  UNKNOWN_COURSE,
} from "./payment-record.ts";

interface Addition {
  readonly now: Date;
  readonly nextCheckAt: Date | null;
  /** Whether the provider or staff report the payment. Otherwise a browser does. */
  readonly isReported: boolean;
}

/** The condition on rows of `payments` that no order is stored. Its course is then unknown. */
const HAS_NO_ORDER = sql`payments.course_id = ''`;

/**
 * Adds a payment, or adds the order to a stored payment without one if
 * - its provider or staff report it,
 * - the browser has the payment's key, or
 * - the payment is unverified.
 */
export async function addPayment(
  db: Database,
  payment: NewPayment,
  addition: Addition,
): Promise<{ isNew: boolean }> {
  const { meta } = await addingPayment(db, payment, addition).run();
  return { isNew: meta.changes > 0 };
}

export function addingPayment(
  db: Database,
  payment: NewPayment,
  { now, nextCheckAt, isReported }: Addition,
): Statement {
  const { customer, details } = payment;
  const learner = details?.learner ?? UNKNOWN_LEARNER;
  const { email, phone } = learnerKeys(learner);
  const name = nameKey(learner);
  // Families share a phone, so the name is part of the key.
  const phoneAndName = name && phone && `${phone} ${name}`;
  const order = {
    provider: payment.provider,
    currency: payment.currency,
    course_id: payment.course.id,
    course_name: payment.course.name,
    plan_id: payment.plan?.id ?? "",
    plan_name: payment.plan?.name ?? "",
    expected_minor: payment.expectedMinor,
    agreement: payment.agreement ? JSON.stringify(payment.agreement) : null,
    details: JSON.stringify(details),
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    learner_email_key: email,
    learner_phone_key: phoneAndName || null,
    started_at: payment.startedAt,
  };
  const row = {
    ...order,
    reference: payment.reference,
    purpose: payment.purpose,
    key_digest: payment.keyDigest ?? null,
    created_at: now,
    updated_at: now,
    next_check_at: nextCheckAt,
    check_priority: CHECK_PRIORITIES.order,
  };
  const isProven = isReported
    ? sql`payments.provider = excluded.provider`
    : sql`payments.key_digest = excluded.key_digest`;
  return insertInto(
    db,
    "payments",
    row,
    sql`ON CONFLICT (reference) DO UPDATE SET ${setExcluded(Object.keys(order))},
       key_digest = coalesce(payments.key_digest, excluded.key_digest),
       check_priority = MIN(check_priority, excluded.check_priority)
     WHERE ${HAS_NO_ORDER} AND payments.erased_at IS NULL
       AND (${isProven} OR payments.check_priority = ${CHECK_PRIORITIES.unverified})`,
  );
}

/** Adds a payment with nothing but a reference, by which Paystack can be asked. It may be completed later. */
export async function addUnverified(
  db: Database,
  reference: string,
  { now, nextCheckAt }: { now: Date; nextCheckAt: Date | null },
): Promise<{ isNew: boolean }> {
  const row = {
    reference,
    provider: "paystack",
    purpose: purposeOf(reference),
    course_id: "",
    course_name: UNKNOWN_COURSE,
    plan_id: "",
    plan_name: "",
    currency: "NGN",
    details: "null",
    customer_email: "",
    customer_name: "",
    customer_phone: "",
    started_at: now,
    created_at: now,
    updated_at: now,
    next_check_at: nextCheckAt,
    check_priority: CHECK_PRIORITIES.unverified,
  };
  const { meta } = await insertInto(db, "payments", row, sql`ON CONFLICT (reference) DO NOTHING`).run();
  return { isNew: meta.changes > 0 };
}

/**
 * Joins a payment to the enrolment that its report names, if the same request has added the payment: its
 * order was then lost or deleted.
 */
export function joiningNamed(db: Database, reference: string, enrolmentId: string, now: Date): Statement {
  return statement(db)`UPDATE payments
    SET enrolment_id = ${enrolmentId},
      erased_at = (SELECT erased_at FROM enrolments WHERE id = ${enrolmentId})
    WHERE reference = ${reference} AND enrolment_id IS NULL AND created_at = ${now}
      AND EXISTS (SELECT 1 FROM enrolments WHERE id = ${enrolmentId})`;
}

export async function findPayment(db: Database, reference: string): Promise<PaymentRecord | null> {
  const row = await statement(db)`SELECT ${COLUMNS} FROM payments
    WHERE reference = ${reference}`.first<Row>();
  return row && toRecord(row);
}

/** Saves the PayPal order that checks read: the latest, or one whose capture is pending or has no answer. */
export function savingOrderId(
  db: Database,
  reference: string,
  orderId: string,
  { now, checkBy }: { now: Date; checkBy: Date },
): Statement[] {
  return [
    statement(db)`UPDATE payments SET provider_order_id = ${orderId}, ordered_at = ${now}
      WHERE reference = ${reference}`,
    schedulingCheck(db, reference, { now, time: checkBy }),
  ];
}

/** Notes that a checkout is resumed, and schedules a check at `checkBy` at the latest. */
export async function noteResumed(
  db: Database,
  reference: string,
  { now, checkBy }: { now: Date; checkBy: Date },
): Promise<void> {
  await db.batch([
    statement(db)`UPDATE payments SET ordered_at = ${now} WHERE reference = ${reference}`,
    schedulingCheck(db, reference, { now, time: checkBy }),
  ]);
}

/**
 * Removes an abandoned order, so that no check captures it. An order whose money PayPal holds back stays, as
 * does one that the edge did not create for this payment.
 */
export async function clearOrderId(db: Database, orderId: string): Promise<void> {
  await statement(db)`UPDATE payments SET provider_order_id = NULL WHERE provider_order_id = ${orderId}
      AND flag IS NOT 'payment-pending'
      AND reference = (SELECT reference FROM payment_events
        WHERE provider = 'paypal' AND event_id = ${`ordered:${orderId}`})`.run();
}

/**
 * Stores the name and address that a payer typed for the receipt, unless the payment's personal data was
 * erased. A reported name is removed, because it may belong to another address.
 */
export async function saveTypedPayer(db: Database, reference: string, { name, email }: Payer): Promise<void> {
  await statement(db)`UPDATE payments SET buyer_name = ${name}, payer_name = '', payer_email = ${email}
    WHERE reference = ${reference} AND erased_at IS NULL`.run();
}

/** Stores the payer whom the provider reports, unless the payment's personal data was erased. */
export async function saveReportedPayer(
  db: Database,
  reference: string,
  { name, email }: Payer,
): Promise<void> {
  await statement(db)`UPDATE payments SET payer_name = ${name}, payer_email = ${email}
    WHERE reference = ${reference} AND erased_at IS NULL`.run();
}

/** The days within which a second payment of a plan is a duplicate and not its next instalment. */
const SAME_TUITION_DAYS = 14;

/**
 * The oldest payment of the same learner for the same purchase that makes a payment a duplicate. Payments of
 * one enrolment are no duplicates, and two payments are never each other's duplicate.
 */
const ORIGINAL_PAYMENT = sql`SELECT other.reference FROM payments AS other
  WHERE (other.learner_email_key = payments.learner_email_key
      OR other.learner_phone_key = payments.learner_phone_key)
    AND other.status = 'paid' AND other.reference <> payments.reference
    AND other.duplicate_of IS NOT payments.reference
    AND other.purpose = payments.purpose AND other.course_id = payments.course_id
    AND (other.enrolment_id IS NULL OR other.enrolment_id IS NOT payments.enrolment_id)
    AND (other.purpose = 'registration' OR other.plan_id = payments.plan_id AND
      abs(julianday(other.created_at) - julianday(payments.created_at)) <= ${SAME_TUITION_DAYS})
  ORDER BY other.created_at LIMIT 1`;

/** The history that a status was derived from, and the statements that follow from it. */
interface StatusBasis {
  readonly eventCount: number;
  readonly hasEvidence: boolean;
  /** The state that a staff notice reports; `null` without a notice. */
  readonly reportedState: string | null;
  /** The statements that issue the receipts and credit notes. */
  readonly papers: readonly Statement[];
  readonly now: Date;
}

/**
 * Saves a status with its papers, unless the history has grown since it was read. A paid payment without
 * another flag is flagged if it is a duplicate. Provider and currency are saved while no order is stored.
 * @returns the saved payment; `null` if it was not saved
 */
export async function saveStatus(
  db: Database,
  { reference, provider, currency }: Pick<PaymentRecord, "reference" | "provider" | "currency">,
  { status, flag, paidMinor }: DerivedStatus,
  { eventCount, hasEvidence, reportedState, papers, now }: StatusBasis,
): Promise<PaymentRecord | null> {
  const original = status === "paid" ? sql`(${ORIGINAL_PAYMENT})` : sql`NULL`;
  const priority = hasEvidence ? CHECK_PRIORITIES.evidence : CHECK_PRIORITIES.unverified;
  const saving = statement(db)`UPDATE payments SET status = ${status}, duplicate_of = ${original},
      flag = coalesce(${flag}, CASE WHEN ${original} IS NOT NULL THEN 'duplicate' END),
      flagged_state = coalesce(${reportedState}, ${flag}),
      paid_minor = ${paidMinor}, updated_at = ${now},
      provider = iif(${HAS_NO_ORDER}, ${provider}, provider), currency = iif(${HAS_NO_ORDER}, ${currency}, currency),
      check_priority = MIN(check_priority, ${priority})
    WHERE reference = ${reference}
      AND (SELECT COUNT(*) FROM payment_events WHERE reference = ${reference}) = ${eventCount}
    RETURNING ${COLUMNS}`;
  const [saved] = await db.batch([saving, ...papers]);
  const [row] = (saved?.results ?? []) as Row[];
  return row ? toRecord(row) : null;
}

export async function findDuplicates(db: Database, reference: string): Promise<PaymentRecord[]> {
  const rows = await rowsOf<Row>(db)`SELECT ${COLUMNS} FROM payments WHERE duplicate_of = ${reference}`;
  return rows.map(toRecord);
}

/** Finds those of the references whose payment has an outcome or a flag. */
export async function findResolved(db: Database, references: readonly string[]): Promise<Set<string>> {
  const results = await rowsOf<{ reference: string }>(db)`SELECT reference FROM payments
    WHERE reference IN (SELECT value FROM json_each(${JSON.stringify(references)}))
      AND (status <> 'unpaid' OR flag IS NOT NULL)`;
  return new Set(results.map(({ reference }) => reference));
}

/** Stores a checkout unless the payment has one, or its payer was erased. */
export async function saveCheckout(
  db: Database,
  reference: string,
  { accessCode, url }: PaystackCheckout,
): Promise<void> {
  await statement(db)`UPDATE payments SET access_code = ${accessCode}, checkout_url = ${url}
    WHERE reference = ${reference} AND access_code IS NULL AND erased_at IS NULL`.run();
}

/** Finds the checkout of a payment; `null` if none was started or Paystack's response was lost. */
export async function findCheckout(db: Database, reference: string): Promise<PaystackCheckout | null> {
  return statement(db)`SELECT access_code AS accessCode, checkout_url AS url FROM payments
    WHERE reference = ${reference} AND access_code IS NOT NULL`.first<PaystackCheckout>();
}
