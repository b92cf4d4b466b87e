/**
 * Messages that leave the edge, such as mails: rows of a table, each delivered once another server has taken it. Queues may
 * deliver a job twice. The first consumer to claim the row in the database delivers it; the others skip it.
 */
import { type Database, type Sql, type Statement, sql, statement } from "~/edge/database.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import type { JobOutcome } from "./jobs.ts";

/**
 * A table of messages. It has the columns `status`, `attempts`, `next_attempt_at`, `give_up_at`, `claimed_until`,
 * `delivered_at` and `last_error`.
 */
export interface MessageTable {
  /** The begin of its events in the log: "mail-delivered". */
  readonly name: "mail" | "portal";
  readonly table: Sql;
  /** Minutes from a failed attempt to the next: often at first, when a short fault ends. The last pause stays. */
  readonly pausesMinutes: readonly number[];
  /** Long enough for one attempt and for recording its result. A consumer that crashes meanwhile loses the claim. */
  readonly claimMs: number;
  /** The further columns that a delivery sets in the row. */
  readonly alsoDelivered?: Sql;
  /** The statement that follows once a message has failed. */
  readonly whenFailed?: (db: Database, failure: Failure) => Statement;
}

interface Failure {
  readonly row: Sql;
  readonly attempts: number;
  readonly reason: string;
  readonly now: Date;
}

/** One message of an messages. */
export interface Delivery<Row> {
  /** For the log. */
  readonly id: number | string;
  /** The condition that finds its row. */
  readonly row: Sql;
  /** The columns that `send` reads. */
  readonly columns: Sql;
  /** Hands the message over. It rejects where that was not accepted, with an error whose message has no personal data. */
  readonly send: (row: Row) => Promise<void>;
}

export interface DeliveryTools {
  readonly db: Database;
  readonly now: () => Date;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/** A message that was not accepted. Its own message has no personal data. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  constructor(
    message: string,
    /** The other server refuses it for good: it is not tried again. */
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** Together with the attempt they stay within the claim: until it runs out, no other consumer delivers the message. */
const RECORD_PAUSES_MS = [500, 2_000, 8_000, 20_000, 30_000];

/**
 * Delivers a message. One that is not queued, not due or claimed elsewhere is left alone. Should the database fail between the
 * other server's acceptance and the record of it, the message goes out again once the claim has run out.
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
        ${messages.alsoDelivered ?? sql``}
      WHERE ${row}`.run(),
  );
  log(`${messages.name}-delivered`, { id, attempts: claimed.attempts });
  return "done";
}

interface Claim {
  /** How often it was tried, this time included. */
  readonly attempts: number;
  readonly giveUpAt: string;
}

/** A job may come a moment before its time: clocks differ. */
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
  // A message that was withdrawn or replaced meanwhile stays as it is.
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

/** The last attempt falls on the end of the message's time; null after it. */
function nextAttemptAt(pauses: readonly number[], { attempts, giveUpAt }: Claim, now: Date): Date | null {
  const end = new Date(giveUpAt);
  if (now >= end) return null;
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? 1;
  return new Date(Math.min(now.getTime() + pause * 60_000, end.getTime()));
}

/** Records a delivery. Without the record the message would be sent again, so this is retried for a minute. */
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

/** The queue redelivers a message when it is due; later than this, it has lost it. */
const GRACE_MS = 2 * 60_000;

/** A condition on the rows of such a table: the queue should have handed them over, and did not. */
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
