/**
 * Who delivers a mail, and what became of it. A queue hands a job over at least once, and a sweep hands it over again:
 * whoever claims the mail in the database first delivers it, everybody else leaves it alone.
 */
import type { Database } from "../database.ts";
import { CONVERSATION_TIMEOUT_MS } from "./smtp.ts";

/** A mail that is ours to deliver until `claimedUntil`. */
export interface ClaimedMail {
  readonly id: number;
  readonly idempotencyKey: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Reduced HTML. */
  readonly message: string;
  /** How often it was tried, this time included. */
  readonly attempts: number;
  readonly giveUpAt: Date;
}

/** Long enough for a conversation and for writing down how it ended; whoever breaks down meanwhile loses the claim. */
const CLAIM_MS = 4 * CONVERSATION_TIMEOUT_MS;
/** A job may come a moment before its time: clocks differ. */
const TOLERANCE_MS = 5_000;

/** Claims a queued mail whose time has come; null when there is nothing to do. Rejects when the database fails. */
export async function claimMail(db: Database, id: number, now: Date): Promise<ClaimedMail | null> {
  const row = await db
    .prepare(
      `UPDATE mails SET attempts = attempts + 1, claimed_until = ?
       WHERE id = ? AND status = 'queued' AND next_attempt_at <= ? AND (claimed_until IS NULL OR claimed_until <= ?)
       RETURNING id, idempotency_key AS idempotencyKey, from_address AS "from", to_address AS "to", subject, message,
         attempts, give_up_at AS giveUpAt`,
    )
    .bind(later(now, CLAIM_MS), id, later(now, TOLERANCE_MS), now.toISOString())
    .first<Omit<ClaimedMail, "giveUpAt"> & { giveUpAt: string }>();
  return row && { ...row, giveUpAt: new Date(row.giveUpAt) };
}

/** The mail was taken by the mail server. */
export async function markDelivered(db: Database, id: number, now: Date): Promise<void> {
  await db
    .prepare(
      `UPDATE mails SET status = 'delivered', delivered_at = ?, claimed_until = NULL, last_error = NULL WHERE id = ?`,
    )
    .bind(now.toISOString(), id)
    .run();
}

/** The mail was not taken, and is tried again at `next`. */
export async function postpone(db: Database, id: number, next: Date, reason: string): Promise<void> {
  await db
    .prepare("UPDATE mails SET next_attempt_at = ?, claimed_until = NULL, last_error = ? WHERE id = ?")
    .bind(next.toISOString(), reason, id)
    .run();
}

/** The mail is tried no more, and waits in dead_letters for somebody to look at it. */
export async function park(
  db: Database,
  { id, attempts }: Pick<ClaimedMail, "id" | "attempts">,
  reason: string,
  now: Date,
): Promise<void> {
  await db.batch([
    db
      .prepare("UPDATE mails SET status = 'parked', claimed_until = NULL, last_error = ? WHERE id = ?")
      .bind(reason, id),
    db
      .prepare(
        `INSERT INTO dead_letters (mail_id, parked_at, attempts, reason) VALUES (?, ?, ?, ?)
         ON CONFLICT (mail_id) DO NOTHING`,
      )
      .bind(id, now.toISOString(), attempts, reason),
  ]);
}

function later(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}
