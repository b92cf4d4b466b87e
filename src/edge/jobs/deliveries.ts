/**
 * Messages that leave the edge, such as mails. Each is a row of a table until another server has accepted it.
 * Queues may deliver a job twice. The first consumer to claim the row in the database delivers it; the others
 * skip it.
 */
import { type Database, type Sql, type Statement, sql, statement } from "~/edge/database.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import type { JobOutcome } from "./jobs.ts";

/**
 * A table of messages. It has the columns `status`, `attempts`, `next_attempt_at`, `give_up_at`, `claimed_until`,
 * `delivered_at` and `last_error`.
 */
export interface MessageTable {
  /** The start of its log events: "mail-delivered". */
  readonly name: "mail" | "portal";
  readonly table: Sql;
  /**
   * Minutes from a failed attempt to the next. They grow, since most faults are short. The last pause
   * repeats.
   */
  readonly pausesMinutes: readonly number[];
  /**
   * The time for one attempt and for recording its result. A consumer that takes longer, or crashes, loses
   * the claim.
   */
  readonly claimMs: number;
  /** More assignments for the UPDATE that records a delivery, from the comma on. */
  readonly setOnDelivery?: Sql;
  /** The statement that follows once a message has failed. */
  readonly whenFailed?: (db: Database, failure: Failure) => Statement;
}

interface Failure {
  readonly row: Sql;
  readonly attempts: number;
  readonly reason: string;
  readonly now: Date;
}

/** One message of a table. */
interface Delivery<Row> {
  /** For the log. */
  readonly id: number | string;
  /** The condition that finds its row. */
  readonly row: Sql;
  /** The columns that `send` reads. */
  readonly columns: Sql;
  /**
   * Hands the message over. It rejects if the message is not accepted, with an error that holds no personal
   * data.
   */
  readonly send: (row: Row) => Promise<void>;
}

export interface DeliveryTools {
  readonly db: Database;
  readonly now: () => Date;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/** The error for a message that was not accepted. Its text has no personal data. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  constructor(
    message: string,
    /** Whether the other server refuses the message finally, so that it is not tried again. */
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** The pauses between the tries to record a delivery. With the attempt they stay within the claim's time. */
const RECORD_PAUSES_MS = [500, 2_000, 8_000, 20_000, 30_000];

/**
 * Delivers a message, unless it is not queued, not due, or claimed by another consumer. If the database fails
 * between the other server's acceptance and the record of it, the message goes out again after the claim's
 * time.
 */
export async function deliver<Row>(
  messages: MessageTable,
  delivery: Delivery<Row>,
  tools: DeliveryTools,
): Promise<JobOutcome> {
  const { db, now, pause = pauseFor } = tools;
  const claimed = await claim(db, messages, delivery, now());
  if (!claimed) return "done";
  try {
    await delivery.send(claimed);
  } catch (error) {
    return retryOrFail(messages, delivery, { claimed, error }, { db, now: now() });
  }
  const { id, row } = delivery;
  await persistently(pause, () =>
    statement(db)`UPDATE ${messages.table}
      SET status = 'delivered', delivered_at = ${now()}, claimed_until = NULL, last_error = NULL
        ${messages.setOnDelivery ?? sql``}
      WHERE ${row}`.run(),
  );
  log(`${messages.name}-delivered`, { id, attempts: claimed.attempts });
  return "done";
}

interface Claim {
  /** The number of attempts, this one included. */
  readonly attempts: number;
  readonly giveUpAt: string;
}

/** A job may arrive a moment before its time, because clocks differ. */
const TOLERANCE_MS = 5_000;

function claim<Row>(
  db: Database,
  { table, claimMs }: MessageTable,
  { row, columns }: Delivery<Row>,
  now: Date,
): Promise<(Row & Claim) | null> {
  return statement(db)`UPDATE ${table}
    SET attempts = attempts + 1, claimed_until = ${later(now, claimMs)}
    WHERE ${row} AND status = 'queued' AND next_attempt_at <= ${later(now, TOLERANCE_MS)}
      AND (claimed_until IS NULL OR claimed_until <= ${now})
    RETURNING ${columns}, attempts, give_up_at AS giveUpAt`.first<Row & Claim>();
}

async function retryOrFail<Row>(
  { name, table, pausesMinutes, whenFailed }: MessageTable,
  { id, row }: Delivery<Row>,
  { claimed, error }: { readonly claimed: Claim; readonly error: unknown },
  { db, now }: { readonly db: Database; readonly now: Date },
): Promise<JobOutcome> {
  const { attempts } = claimed;
  const reason = reasonOf(error);
  const isFinal = error instanceof DeliveryError && error.isFinal;
  const next = isFinal ? null : nextAttemptAt(pausesMinutes, claimed, now);
  // A message that was withdrawn or replaced during the attempt stays as it is.
  const isOurs = sql`${row} AND status = 'queued'`;
  if (!next) {
    const failing = statement(db)`UPDATE ${table}
      SET status = 'failed', claimed_until = NULL, last_error = ${reason} WHERE ${isOurs}`;
    await db.batch([failing, ...(whenFailed ? [whenFailed(db, { row, attempts, reason, now })] : [])]);
    logError(`${name}-failed`, { id, attempts, reason });
    return "done";
  }
  await statement(db)`UPDATE ${table}
    SET next_attempt_at = ${next}, claimed_until = NULL, last_error = ${reason} WHERE ${isOurs}`.run();
  log(`${name}-postponed`, { id, attempts, next: next.toISOString(), reason });
  return { retryInSeconds: Math.max(1, Math.ceil((next.getTime() - now.getTime()) / 1000)) };
}

/**
 * Returns the time of the next attempt; `null` after the last one, which falls on the end of the message's
 * time.
 */
function nextAttemptAt(pauses: readonly number[], { attempts, giveUpAt }: Claim, now: Date): Date | null {
  const end = new Date(giveUpAt);
  if (now >= end) return null;
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? 1;
  return new Date(Math.min(now.getTime() + pause * 60_000, end.getTime()));
}

/** Records a delivery, with retries for a minute, because without the record the message is sent again. */
async function persistently(
  pause: (milliseconds: number) => Promise<void>,
  record: () => Promise<unknown>,
): Promise<void> {
  for (const milliseconds of RECORD_PAUSES_MS) {
    try {
      await record();
      return;
    } catch {
      await pause(milliseconds);
    }
  }
  await record();
}

/** The time after which the queue counts as having lost the job of a due message. */
const GRACE_MS = 2 * 60_000;

/** A condition on the rows of a message table: the queue should have delivered their jobs, and did not. */
export function isLost(now: Date): Sql {
  return sql`status = 'queued' AND next_attempt_at < ${later(now, -GRACE_MS)}
    AND (claimed_until IS NULL OR claimed_until < ${now})`;
}

function pauseFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}
