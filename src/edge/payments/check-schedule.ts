import { type Database, rowsOf, type Sql, type Statement, sql, statement } from "~/edge/database.ts";
import { COLUMNS, IS_FLAGGED, type PaymentRecord, type Row, toRecord } from "./payment-record.ts";

/**
 * The order in which a sweep asks: what a provider has reported, then orders made here, last unverified
 * payments.
 */
export const CHECK_PRIORITIES = { evidence: 0, order: 1, unverified: 2 } as const;

export interface DueCheck {
  readonly payment: PaymentRecord;
  readonly dueAt: string;
  /** Whether a provider has reported it. */
  readonly hasEvidence: boolean;
}

/** The payments that are to be checked by now: those with the best evidence first, of these the longest due. */
export async function findDueChecks(db: Database, now: Date, limit: number): Promise<DueCheck[]> {
  const due: DueCheck[] = [];
  for (const priority of Object.values(CHECK_PRIORITIES)) {
    if (due.length >= limit) break;
    const results = await rowsOf<Row & { dueAt: string }>(db)`
      SELECT ${COLUMNS}, next_check_at AS dueAt FROM payments
      WHERE check_priority = ${priority} AND next_check_at <= ${now}
      ORDER BY next_check_at LIMIT ${limit - due.length}`;
    const hasEvidence = priority === CHECK_PRIORITIES.evidence;
    due.push(...results.map(({ dueAt, ...row }) => ({ payment: toRecord(row), dueAt, hasEvidence })));
  }
  return due;
}

/** At most this many undecided payments of an enrolment are asked about, so that the wait stays short. */
const MOST_UNDECIDED = 5;

/** The payments of an enrolment that were started and whose outcome is still to be asked for, the newest first. */
export async function findUndecided(db: Database, enrolmentId: string): Promise<PaymentRecord[]> {
  const results = await rowsOf<Row>(db)`SELECT ${COLUMNS} FROM payments
    WHERE enrolment_id = ${enrolmentId} AND status = 'unpaid' AND next_check_at IS NOT NULL
    ORDER BY created_at DESC LIMIT ${MOST_UNDECIDED}`;
  return results.map(toRecord);
}

export interface DoneCheck {
  readonly reference: string;
  readonly dueAt: string;
  readonly nextAt: Date | null;
}

/** Schedules the next checks at these times. A time that was set since the check was found due stays. */
export async function scheduleChecks(db: Database, done: readonly DoneCheck[]): Promise<void> {
  if (done.length === 0) return;
  await statement(db)`UPDATE payments SET next_check_at = done.nextAt
    FROM (SELECT value ->> 'reference' AS reference, value ->> 'dueAt' AS dueAt, value ->> 'nextAt' AS nextAt
      FROM json_each(${JSON.stringify(done)})) AS done
    WHERE payments.reference = done.reference AND next_check_at = done.dueAt`.run();
}

/**
 * Schedules a check by that time, unless one is due sooner anyhow. An overdue check may be under way, and miss what has just
 * happened: it is made once more.
 */
export function checkedBy(
  db: Database,
  reference: string,
  { now, time }: { now: Date; time: Date },
): Statement {
  return statement(db)`UPDATE payments SET next_check_at = ${time}
    WHERE reference = ${reference} AND status = 'unpaid'
      AND (next_check_at IS NULL OR next_check_at > ${time} OR next_check_at <= ${now})`;
}

/** Schedules a check now where none is left: the request that records what follows from an event may not get to the end. */
export function lookedAtAgain(db: Database, reference: string, now: Date): Statement {
  return statement(db)`UPDATE payments SET next_check_at = ${now}
    WHERE reference = ${reference} AND next_check_at IS NULL`;
}

export async function endChecks(db: Database, reference: string): Promise<void> {
  await statement(db)`UPDATE payments SET next_check_at = NULL
    WHERE reference = ${reference} AND status <> 'unpaid'`.run();
}

/** One that is still to be checked may be paid at this moment; one that is flagged stays until staff have looked at it. */
export const isAbandoned = (before: Date) =>
  sql`status = 'unpaid' AND NOT (${IS_FLAGGED}) AND next_check_at IS NULL AND created_at < ${before}`;

export function deletingPayments(db: Database, which: Sql): Statement[] {
  const references = sql`SELECT reference FROM payments WHERE ${which}`;
  return [
    statement(db)`DELETE FROM payment_events WHERE reference IN (${references})`,
    statement(db)`DELETE FROM staff_notices WHERE reference IN (${references})`,
    statement(db)`DELETE FROM payments WHERE ${which}`,
  ];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after it started an unpaid payment's provider is asked for its outcome. */
const CHECKS_AFTER_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

/** Soon enough to capture an order whose approval's webhook was lost. */
const CHECKS_AFTER_ORDER_MS = [2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS];
export const FIRST_ORDER_CHECK_MS = 2 * MINUTE_MS;

/** An approved order whose page was lost is captured between these times after the approval, and never later. */
export const CAPTURE_AFTER_MS = MINUTE_MS;
export const CAPTURE_WITHIN_MS = 15 * MINUTE_MS;

/** Retry of a provider that could not be reached: the pause, that of what the provider has reported, and when it ends. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
const ASK_AGAIN_SOON_MS = MINUTE_MS;
const GIVEN_UP_AFTER_MS = 7 * 24 * HOUR_MS;

/** How often, and for how long, a payment that its provider holds back is asked about: its charges cannot be paid meanwhile. */
const PENDING_EVERY_MS = 24 * HOUR_MS;
const PENDING_FOR_MS = 30 * 24 * HOUR_MS;

type PaymentStart = Pick<PaymentRecord, "createdAt" | "orderedAt"> & Partial<Pick<PaymentRecord, "flag">>;

/** Whether a payment's provider holds it back, and it is still waited for. */
export function isHeldBack({ createdAt, orderedAt, flag }: PaymentStart, now: Date): boolean {
  const since = now.getTime() - new Date(orderedAt ?? createdAt).getTime();
  return flag === "payment-pending" && since < PENDING_FOR_MS;
}

export function nextCheck(payment: PaymentStart, now: Date): Date | null {
  const { createdAt, orderedAt } = payment;
  const times = [
    ...(isHeldBack(payment, now) ? [now.getTime() + PENDING_EVERY_MS] : []),
    ...after(createdAt, CHECKS_AFTER_MS),
    // A payment of long ago may be resumed: it has checks of its own, from then on.
    ...(orderedAt ? after(orderedAt, [...CHECKS_AFTER_ORDER_MS, ...CHECKS_AFTER_MS]) : []),
  ].filter((time) => time > now.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

export function firstCheck(now: Date): Date | null {
  return nextCheck({ createdAt: now.toISOString(), orderedAt: null }, now);
}

/** When a provider that could not be asked is asked again; null when that has gone on for too long. */
export function askAgain(payment: PaymentStart & { readonly hasEvidence: boolean }, now: Date): Date | null {
  const latest = payment.orderedAt ?? payment.createdAt;
  if (now.getTime() - new Date(latest).getTime() > GIVEN_UP_AFTER_MS) return null;
  const again = new Date(now.getTime() + (payment.hasEvidence ? ASK_AGAIN_SOON_MS : ASK_AGAIN_MS));
  const next = nextCheck(payment, now);
  return next && next < again ? next : again;
}

function after(startedAt: string, pauses: readonly number[]): number[] {
  const startMs = new Date(startedAt).getTime();
  return pauses.map((pause) => startMs + pause);
}
