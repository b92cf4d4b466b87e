/** When the providers are asked about which payment. Every function here rejects when the database fails. */
import type { Database, Statement } from "~/edge/database.ts";
import type { PaymentRecord } from "./payment-record.ts";
import { COLUMNS, type Row, toRecord } from "./payment-row.ts";

/** What a sweep asks about first: what a provider has reported, then orders made here, last what only a browser claims. */
export const CHECK_PRIORITIES = { evidence: 0, order: 1, claim: 2 } as const;

/** A payment that is to be checked, and since when. */
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
    const { results } = await db
      .prepare(
        `SELECT ${COLUMNS}, next_check_at AS dueAt FROM payments
         WHERE check_priority = ? AND next_check_at <= ? ORDER BY next_check_at LIMIT ?`,
      )
      .bind(priority, now.toISOString(), limit - due.length)
      .all<Row & { dueAt: string }>();
    const hasEvidence = priority === CHECK_PRIORITIES.evidence;
    due.push(...results.map(({ dueAt, ...row }) => ({ payment: toRecord(row), dueAt, hasEvidence })));
  }
  return due;
}

/** At most this many undecided payments of an enrolment are asked about, so that the wait stays short. */
const MOST_UNDECIDED = 5;

/** The payments of an enrolment that were begun and whose outcome is still to be asked for, the newest first. */
export async function findUndecided(db: Database, enrolmentId: string): Promise<PaymentRecord[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM payments
       WHERE enrolment_id = ? AND status = 'unpaid' AND next_check_at IS NOT NULL
       ORDER BY created_at DESC LIMIT ?`,
    )
    .bind(enrolmentId, MOST_UNDECIDED)
    .all<Row>();
  return results.map(toRecord);
}

/** What is done with a check that was due: the time of the next one, null for never again. */
export interface DoneCheck {
  readonly reference: string;
  readonly dueAt: string;
  readonly nextAt: Date | null;
}

/** Schedules the next checks at these times. A time that was set since the check was found due stays. */
export async function scheduleChecks(db: Database, done: readonly DoneCheck[]): Promise<void> {
  if (done.length === 0) return;
  await db
    .prepare(
      `UPDATE payments SET next_check_at = done.nextAt
       FROM (SELECT value ->> 'reference' AS reference, value ->> 'dueAt' AS dueAt, value ->> 'nextAt' AS nextAt
         FROM json_each(?)) AS done
       WHERE payments.reference = done.reference AND next_check_at = done.dueAt`,
    )
    .bind(JSON.stringify(done))
    .run();
}

/** Schedules a check by that time, unless one is due sooner anyhow. */
export async function scheduleCheckBy(
  db: Database,
  reference: string,
  times: { now: Date; time: Date },
): Promise<void> {
  await checkedBy(db, reference, times).run();
}

/** As {@link scheduleCheckBy}. An overdue check may be under way, and miss what has just happened: it is made once more. */
export function checkedBy(
  db: Database,
  reference: string,
  { now, time }: { now: Date; time: Date },
): Statement {
  const at = time.toISOString();
  return db
    .prepare(
      `UPDATE payments SET next_check_at = ? WHERE reference = ? AND status = 'unpaid'
         AND (next_check_at IS NULL OR next_check_at > ? OR next_check_at <= ?)`,
    )
    .bind(at, reference, at, now.toISOString());
}

/** Schedules a check now where none is left: the request that records what follows from an event may not get to the end. */
export function lookedAtAgain(db: Database, reference: string, now: Date): Statement {
  return db
    .prepare("UPDATE payments SET next_check_at = ? WHERE reference = ? AND next_check_at IS NULL")
    .bind(now.toISOString(), reference);
}

/** Ends the checks: the payment's outcome is known, and reported. */
export async function endChecks(db: Database, reference: string): Promise<void> {
  await db
    .prepare("UPDATE payments SET next_check_at = NULL WHERE reference = ? AND status <> 'unpaid'")
    .bind(reference)
    .run();
}
