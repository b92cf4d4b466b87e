import { type Database, rowsOf, type Sql, type Statement, sql, statement } from "~/edge/database.ts";
import { COLUMNS, HAS_UNSEEN_FLAG, type PaymentRecord, type Row, toRecord } from "./payment-record.ts";

/** The order of a sweep's checks: reported payments, then orders, then unverified payments. */
export const CHECK_PRIORITIES = { evidence: 0, order: 1, unverified: 2 } as const;

export interface DueCheck {
  readonly payment: PaymentRecord;
  readonly dueAt: string;
  /** Whether a provider has reported the payment. */
  readonly hasEvidence: boolean;
}

/** Finds the payments whose check is due, in the order of their priorities and then the longest due first. */
export async function findDueChecks(db: Database, now: Date, limit: number): Promise<DueCheck[]> {
  const checks: DueCheck[] = [];
  for (const priority of Object.values(CHECK_PRIORITIES)) {
    if (checks.length >= limit) break;
    const results = await rowsOf<Row & { dueAt: string }>(db)`
      SELECT ${COLUMNS}, next_check_at AS dueAt FROM payments
      WHERE check_priority = ${priority} AND next_check_at <= ${now}
      ORDER BY next_check_at LIMIT ${limit - checks.length}`;
    const hasEvidence = priority === CHECK_PRIORITIES.evidence;
    checks.push(...results.map(({ dueAt, ...row }) => ({ payment: toRecord(row), dueAt, hasEvidence })));
  }
  return checks;
}

/** The most undecided payments of an enrolment that are checked while somebody waits. */
const MAX_UNDECIDED = 5;

/** Finds the started payments of an enrolment whose outcome is not known yet, newest first. */
export async function findUndecided(db: Database, enrolmentId: string): Promise<PaymentRecord[]> {
  const results = await rowsOf<Row>(db)`SELECT ${COLUMNS} FROM payments
    WHERE enrolment_id = ${enrolmentId} AND status = 'unpaid' AND next_check_at IS NOT NULL
    ORDER BY created_at DESC LIMIT ${MAX_UNDECIDED}`;
  return results.map(toRecord);
}

export interface DoneCheck {
  readonly reference: string;
  readonly dueAt: string;
  readonly nextAt: Date | null;
}

/** Stores the times of the next checks. A time that was changed since the check was found due stays. */
export async function scheduleChecks(db: Database, done: readonly DoneCheck[]): Promise<void> {
  if (done.length === 0) return;
  await statement(db)`UPDATE payments SET next_check_at = done.nextAt
    FROM (SELECT value ->> 'reference' AS reference, value ->> 'dueAt' AS dueAt, value ->> 'nextAt' AS nextAt
      FROM json_each(${JSON.stringify(done)})) AS done
    WHERE payments.reference = done.reference AND next_check_at = done.dueAt`.run();
}

/** Schedules a check at `time`, unless one is due sooner. An overdue check may be running already. */
export function schedulingCheck(
  db: Database,
  reference: string,
  { now, time }: { now: Date; time: Date },
): Statement {
  return statement(db)`UPDATE payments SET next_check_at = ${time}
    WHERE reference = ${reference} AND status = 'unpaid'
      AND (next_check_at IS NULL OR next_check_at > ${time} OR next_check_at <= ${now})`;
}

/** Schedules a check now if none is left. The request that stored an event may fail before it applies it. */
export function schedulingCheckIfNone(db: Database, reference: string, now: Date): Statement {
  return statement(db)`UPDATE payments SET next_check_at = ${now}
    WHERE reference = ${reference} AND next_check_at IS NULL`;
}

export async function endChecks(db: Database, reference: string): Promise<void> {
  await statement(db)`UPDATE payments SET next_check_at = NULL
    WHERE reference = ${reference} AND status <> 'unpaid'`.run();
}

/** Returns the condition on unpaid payments without a check ahead, or a flag that staff have not seen. */
export const isAbandoned = (before: Date) =>
  sql`status = 'unpaid' AND NOT (${HAS_UNSEEN_FLAG}) AND next_check_at IS NULL AND created_at < ${before}`;

export function deletingPayments(db: Database, condition: Sql): Statement[] {
  const references = sql`SELECT reference FROM payments WHERE ${condition}`;
  return [
    statement(db)`DELETE FROM payment_events WHERE reference IN (${references})`,
    statement(db)`DELETE FROM staff_notices WHERE reference IN (${references})`,
    statement(db)`DELETE FROM payments WHERE ${condition}`,
  ];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The times after its start at which an unpaid payment is checked. */
const CHECKS_AFTER_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

export const FIRST_ORDER_CHECK_MS = 2 * MINUTE_MS;
/** The earlier checks of an order, soon enough to capture it if the webhook of its approval was lost. */
const CHECKS_AFTER_ORDER_MS = [FIRST_ORDER_CHECK_MS, 5 * MINUTE_MS, 10 * MINUTE_MS];

/** If the page does not capture an approved order, a sweep does between these times after the approval. */
export const CAPTURE_AFTER_MS = MINUTE_MS;
export const CAPTURE_WITHIN_MS = 15 * MINUTE_MS;

/** The pauses between tries to reach a provider, shorter for a payment that it has reported. */
const RETRY_MS = 10 * MINUTE_MS;
const RETRY_REPORTED_MS = MINUTE_MS;
const GIVEN_UP_AFTER_MS = 7 * 24 * HOUR_MS;

/** The interval and the duration of the checks of a payment that its provider holds back. */
const PENDING_EVERY_MS = 24 * HOUR_MS;
const PENDING_FOR_MS = 30 * 24 * HOUR_MS;

type PaymentStart = Pick<PaymentRecord, "createdAt" | "orderedAt"> & Partial<Pick<PaymentRecord, "flag">>;

/** Whether the provider holds a payment back and the academy still waits for it. */
export function isHeldBack({ createdAt, orderedAt, flag }: PaymentStart, now: Date): boolean {
  const since = now.getTime() - new Date(orderedAt ?? createdAt).getTime();
  return flag === "payment-pending" && since < PENDING_FOR_MS;
}

/** Returns the time of a payment's next check; `null` after the last one. */
export function nextCheck(payment: PaymentStart, now: Date): Date | null {
  const { createdAt, orderedAt } = payment;
  const times = [
    ...(isHeldBack(payment, now) ? [now.getTime() + PENDING_EVERY_MS] : []),
    ...after(createdAt, CHECKS_AFTER_MS),
    // A payment that is resumed later is checked from then on again.
    ...(orderedAt ? after(orderedAt, [...CHECKS_AFTER_ORDER_MS, ...CHECKS_AFTER_MS]) : []),
  ].filter((time) => time > now.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

export function firstCheck(now: Date): Date | null {
  return nextCheck({ createdAt: now.toISOString(), orderedAt: null }, now);
}

/** Returns when to check again after the provider could not be reached; `null` after a week of tries. */
export function retryCheckAt(
  payment: PaymentStart & { readonly hasEvidence: boolean },
  now: Date,
): Date | null {
  const latest = payment.orderedAt ?? payment.createdAt;
  if (now.getTime() - new Date(latest).getTime() > GIVEN_UP_AFTER_MS) return null;
  const retry = new Date(now.getTime() + (payment.hasEvidence ? RETRY_REPORTED_MS : RETRY_MS));
  const regular = nextCheck(payment, now);
  return regular && regular < retry ? regular : retry;
}

function after(startedAt: string, pauses: readonly number[]): number[] {
  const startMs = new Date(startedAt).getTime();
  return pauses.map((pause) => startMs + pause);
}
