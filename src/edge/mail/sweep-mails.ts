import { type Database, rowsOf, statement } from "~/edge/database.ts";
import { isLost } from "~/edge/jobs/deliveries.ts";
import type { JobQueue } from "~/edge/jobs/jobs.ts";
import { log, logError } from "~/edge/log.ts";
import { oldestKept, RETENTION_DAYS } from "~/edge/retention.ts";
import { giveUpAt } from "./mail-store.ts";

export interface SweepTools {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly canDeliver: boolean;
}

/** The delay after which the queue no longer holds a mail. */
const LONG_OVERDUE_MS = 4 * 60_000;
/** The most mails that one sweep enqueues, so that a new mail server is not flooded. */
const MOST_AT_ONCE = 50;
/** The age in days up to which kept mails are delivered once a mail server is set. */
const STILL_WANTED_DAYS = 7;
/** The order of delivery by the column `is_notice`: the edge's own mails come before those of browsers. */
const NOTICES_FIRST = [1, 0];

/** Enqueues mails that the queue lost or that were kept, and deletes old ones. Rejects if the queue fails. */
export async function sweepMails({ db, jobs, canDeliver }: SweepTools, now: Date): Promise<void> {
  if (canDeliver) await releaseKept(db, now);
  for (const id of await overdue(db, now)) await jobs.send({ type: "mail", id });
  await deleteLinks(db, now);
  await deleteOld(db, now);
  await reportFailed(db);
}

async function releaseKept(db: Database, now: Date): Promise<void> {
  // The time is long past, so that this same sweep enqueues the mails.
  const due = new Date(now.getTime() - LONG_OVERDUE_MS);
  const since = oldestKept(STILL_WANTED_DAYS, now);
  let released = 0;
  for (const isNotice of NOTICES_FIRST) {
    // `next_attempt_at` is never before `created_at`. Its condition lets SQLite use the index on it.
    const { meta } = await statement(db)`UPDATE mails
      SET status = 'queued', next_attempt_at = ${due}, give_up_at = ${giveUpAt(now)}
      WHERE id IN (SELECT id FROM mails WHERE status = 'kept' AND is_notice = ${isNotice}
        AND next_attempt_at > ${since} AND created_at > ${since} ORDER BY next_attempt_at LIMIT ${MOST_AT_ONCE - released})`.run();
    released += meta.changes;
  }
  if (released > 0) log("mails-released", { count: released });
}

async function overdue(db: Database, now: Date): Promise<number[]> {
  const due: number[] = [];
  for (const isNotice of NOTICES_FIRST) {
    const results = await rowsOf<{ id: number }>(db)`SELECT id FROM mails
      WHERE ${isLost(now)} AND is_notice = ${isNotice}
      ORDER BY next_attempt_at LIMIT ${MOST_AT_ONCE - due.length}`;
    due.push(...results.map(({ id }) => id));
  }
  return due;
}

async function deleteLinks(db: Database, now: Date): Promise<void> {
  // SQLite uses the index mails_with_link only for a query that repeats the index's condition.
  await statement(db)`UPDATE mails SET message = '', plain_text = ''
    WHERE idempotency_key >= 'learner:' AND idempotency_key < 'learner:~' AND message <> ''
      AND status <> 'queued' AND created_at < ${oldestKept(RETENTION_DAYS.undeliveredLink, now)}`.run();
}

async function deleteOld(db: Database, now: Date): Promise<void> {
  const timeBefore = (days: number) => oldestKept(days, now);
  const results = await rowsOf(db)`DELETE FROM mails
    WHERE (status = 'delivered' AND created_at < ${timeBefore(RETENTION_DAYS.deliveredMail)})
      OR (status = 'kept' AND created_at < ${timeBefore(RETENTION_DAYS.keptMail)})
      OR (status = 'failed' AND created_at < ${timeBefore(RETENTION_DAYS.failedMail)})
    RETURNING id`;
  if (results.length > 0) log("mails-deleted", { count: results.length });
}

async function reportFailed(db: Database): Promise<void> {
  const row = await statement(db)`SELECT COUNT(*) AS count FROM failed_mails`.first<{ count: number }>();
  if (row && row.count > 0) logError("mails-failed", { count: row.count });
}
