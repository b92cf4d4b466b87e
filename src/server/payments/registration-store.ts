/** The table of registrations. Every function here rejects when the database fails. */
import { DAY_MS } from "~/domain/dates/day.ts";
import type { Payer } from "~/domain/enrolment/payment-flow.ts";
import type { Settlement } from "~/domain/enrolment/payment-history.ts";
import type { Database } from "../database.ts";
import {
  type NewRegistration,
  purposeOf,
  type RegistrationRecord,
  UNKNOWN_COURSE,
} from "./registration-record.ts";

/** Keeps a registration unless its reference is known; one of which nothing was known but its payment is filled in. */
export async function addRegistration(
  db: Database,
  registration: NewRegistration,
  { now, nextCheckAt }: { now: Date; nextCheckAt: Date | null },
): Promise<void> {
  const { customer } = registration;
  await db
    .prepare(
      `INSERT INTO registrations (reference, provider, purpose, course_id, course_name, plan, currency,
         expected_minor, details, customer_email, customer_name, customer_phone, started_at, created_at, updated_at,
         next_check_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (reference) DO UPDATE SET course_id = excluded.course_id, course_name = excluded.course_name,
         plan = excluded.plan, expected_minor = excluded.expected_minor, details = excluded.details,
         customer_email = excluded.customer_email, customer_name = excluded.customer_name,
         customer_phone = excluded.customer_phone, started_at = excluded.started_at
       WHERE registrations.course_id = '' AND registrations.provider = excluded.provider`,
    )
    .bind(
      registration.reference,
      registration.provider,
      registration.purpose,
      registration.courseId,
      registration.courseName,
      registration.plan,
      registration.currency,
      registration.expectedMinor,
      JSON.stringify(registration.details),
      customer.email,
      customer.name,
      customer.phone,
      registration.startedAt,
      now.toISOString(),
      now.toISOString(),
      nextCheckAt?.toISOString() ?? null,
    )
    .run();
}

/**
 * Keeps a reference of which nothing is known but that a browser says it was paid, unless it is known; what it stands
 * for is filled in by whoever tells it.
 */
export async function addClaimed(
  db: Database,
  reference: string,
  { now, nextCheckAt }: { now: Date; nextCheckAt: Date | null },
): Promise<void> {
  const time = now.toISOString();
  await db
    .prepare(
      `INSERT INTO registrations (reference, provider, purpose, course_id, course_name, plan, currency, details,
         customer_email, customer_name, customer_phone, started_at, created_at, updated_at, next_check_at)
       VALUES (?, 'paystack', ?, '', ?, '', 'NGN', '[]', '', '', '', ?, ?, ?, ?) ON CONFLICT (reference) DO NOTHING`,
    )
    .bind(
      reference,
      purposeOf(reference),
      UNKNOWN_COURSE,
      time,
      time,
      time,
      nextCheckAt?.toISOString() ?? null,
    )
    .run();
}

const COLUMNS = `reference, provider, purpose, course_id AS courseId, course_name AS courseName, plan, currency,
  expected_minor AS expectedMinor, paid_minor AS paidMinor, status, flag, details, customer_email AS email,
  customer_name AS name, customer_phone AS phone, payer_name AS payerName, payer_email AS payerEmail,
  provider_order_id AS providerOrderId, started_at AS startedAt, created_at AS createdAt`;

type Row = Omit<RegistrationRecord, "details" | "customer" | "payer"> &
  RegistrationRecord["customer"] & {
    readonly details: string;
    readonly payerName: string;
    readonly payerEmail: string;
  };

/** Null when the reference is not known here. */
export async function findRegistration(db: Database, reference: string): Promise<RegistrationRecord | null> {
  const row = await db
    .prepare(`SELECT ${COLUMNS} FROM registrations WHERE reference = ?`)
    .bind(reference)
    .first<Row>();
  return row && toRecord(row);
}

/** @param orderId PayPal's, of the latest order: the one that the sweeps look after */
export async function saveOrderId(db: Database, reference: string, orderId: string): Promise<void> {
  await db
    .prepare("UPDATE registrations SET provider_order_id = ? WHERE reference = ?")
    .bind(orderId, reference)
    .run();
}

/** The visitor was told that nothing is charged for this order: it is not looked after any more. */
export async function forgetOrderId(db: Database, orderId: string): Promise<void> {
  await db
    .prepare("UPDATE registrations SET provider_order_id = NULL WHERE provider_order_id = ?")
    .bind(orderId)
    .run();
}

/** Keeps who paid, in the place of who was known before. */
export async function savePayer(db: Database, reference: string, { name, email }: Payer): Promise<void> {
  await db
    .prepare("UPDATE registrations SET payer_name = ?, payer_email = ? WHERE reference = ?")
    .bind(name, email, reference)
    .run();
}

/**
 * Saves how a registration stands, unless its history has grown meanwhile.
 * @param eventCount how long the history was that it was worked out from
 * @returns whether it was saved
 */
export async function saveSettlement(
  db: Database,
  reference: string,
  { status, flag, paidMinor }: Settlement,
  { eventCount, now }: { eventCount: number; now: Date },
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE registrations SET status = ?, flag = ?, paid_minor = ?, updated_at = ?
       WHERE reference = ? AND (SELECT COUNT(*) FROM payment_events WHERE reference = ?) = ?`,
    )
    .bind(status, flag, paidMinor, now.toISOString(), reference, reference, eventCount)
    .run();
  return meta.changes > 0;
}

/** Those of the references, a hundred at most, of whose payment the end is known. */
export async function settledAmong(db: Database, references: readonly string[]): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const { results } = await db
    .prepare(
      `SELECT reference FROM registrations
       WHERE reference IN (${references.map(() => "?").join(", ")}) AND (status <> 'unpaid' OR flag IS NOT NULL)`,
    )
    .bind(...references)
    .all<{ reference: string }>();
  return new Set(results.map(({ reference }) => reference));
}

/** The registrations that are to be checked by now, the longest due first. */
export async function dueForCheck(
  db: Database,
  now: Date,
  limit: number,
): Promise<Pick<RegistrationRecord, "reference" | "createdAt" | "status">[]> {
  const { results } = await db
    .prepare(
      `SELECT reference, created_at AS createdAt, status FROM registrations
       WHERE next_check_at <= ? ORDER BY next_check_at LIMIT ?`,
    )
    .bind(now.toISOString(), limit)
    .all<Pick<RegistrationRecord, "reference" | "createdAt" | "status">>();
  return results;
}

/** Has the provider asked at that time; null for never again. */
export async function checkAt(db: Database, reference: string, time: Date | null): Promise<void> {
  await db
    .prepare("UPDATE registrations SET next_check_at = ? WHERE reference = ?")
    .bind(time?.toISOString() ?? null, reference)
    .run();
}

/** Has the provider asked by that time, if it would not be asked sooner anyhow. */
export async function checkBy(db: Database, reference: string, time: Date): Promise<void> {
  const at = time.toISOString();
  await db
    .prepare(
      `UPDATE registrations SET next_check_at = ?
       WHERE reference = ? AND status = 'unpaid' AND (next_check_at IS NULL OR next_check_at > ?)`,
    )
    .bind(at, reference, at)
    .run();
}

/** Sweeps that failed for so long leave nothing behind. */
const ORPHANS_SINCE_MS = 30 * DAY_MS;

/**
 * Forgets who began and never paid, and what was said of nobody; anything that staff must look at stays. Every sweep
 * asks, so it reads no more than what is old and what grew old of late.
 */
export async function forgetUnpaid(db: Database, before: Date): Promise<void> {
  const time = before.toISOString();
  const since = new Date(before.getTime() - ORPHANS_SINCE_MS).toISOString();
  const old = "registrations WHERE status = 'unpaid' AND flag IS NULL AND created_at < ?";
  await db.batch([
    db.prepare(`DELETE FROM payment_events WHERE reference IN (SELECT reference FROM ${old})`).bind(time),
    db.prepare(`DELETE FROM ${old}`).bind(time),
    db
      .prepare(
        `DELETE FROM payment_events WHERE recorded_at >= ? AND recorded_at < ?
           AND reference NOT IN (SELECT reference FROM registrations)`,
      )
      .bind(since, time),
  ]);
}

function toRecord({ details, email, name, phone, payerName, payerEmail, ...row }: Row): RegistrationRecord {
  return {
    ...row,
    details: JSON.parse(details),
    customer: { email, name, phone },
    payer: payerName || payerEmail ? { name: payerName, email: payerEmail } : null,
  };
}
