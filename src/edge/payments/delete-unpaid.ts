import { DAY_MS } from "~/domain/dates/day.ts";
import type { Database, Statement } from "~/edge/database.ts";

/** Sweeps that failed for no longer than this leave no orphans behind. */
const ORPHANS_SINCE_MS = 30 * DAY_MS;

/**
 * A condition on rows of `payments`; binds the time before which one is old. One that is still to be checked may have
 * been resumed, and be paid at this moment; staff are to look at one that is flagged.
 */
export const IS_ABANDONED = "status = 'unpaid' AND flag IS NULL AND next_check_at IS NULL AND created_at < ?";

/**
 * Deletes payments without an enrolment that were never paid, with all that belongs to them, and events without a
 * payment. Every sweep asks, so it reads no more than what is old and what has recently become old. Those of an
 * enrolment stay as long as it does: each can still be paid.
 * @throws when the database fails
 */
export async function deleteUnpaid(db: Database, before: Date): Promise<void> {
  const time = before.toISOString();
  const since = new Date(before.getTime() - ORPHANS_SINCE_MS).toISOString();
  await db.batch([
    ...deletingPayments(db, `enrolment_id IS NULL AND ${IS_ABANDONED}`, [time]),
    db
      .prepare(
        `DELETE FROM payment_events WHERE recorded_at >= ? AND recorded_at < ?
           AND reference NOT IN (SELECT reference FROM payments)`,
      )
      .bind(since, time),
  ]);
}

/** The statements that delete payments with all that belongs to them. @param which a condition, and what it binds */
export function deletingPayments(db: Database, which: string, bound: readonly string[]): Statement[] {
  const belongings = ["payment_events", "staff_notices"].map((table) =>
    db
      .prepare(`DELETE FROM ${table} WHERE reference IN (SELECT reference FROM payments WHERE ${which})`)
      .bind(...bound),
  );
  return [...belongings, db.prepare(`DELETE FROM payments WHERE ${which}`).bind(...bound)];
}
