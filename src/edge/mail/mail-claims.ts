/** Of consumers that are handed a mail, at times twice, the one that claims it in the database first delivers it. */
import { type Database, statement } from "~/edge/database.ts";
import { CONVERSATION_TIMEOUT_MS } from "./smtp.ts";

/** A mail that is ours to deliver until `claimed_until`. */
export interface ClaimedMail {
  readonly id: number;
  readonly idempotencyKey: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** A visitor's reduced HTML, or the edge's own. */
  readonly message: string;
  /** null: made from the HTML. */
  readonly text: string | null;
  readonly calendar: string | null;
  readonly replyTo: string | null;
  readonly unsubscribeUrl: string | null;
  readonly isAutomatic: boolean;
  /** How often it was tried, this time included. */
  readonly attempts: number;
  readonly giveUpAt: Date;
}

/** Begins the keys of the mails to learners and payers, and of no mail that a browser sends. */
export const LEARNER_KEYS = "learner:";

/** Long enough for a conversation and for recording its result; a consumer that crashes meanwhile loses the claim. */
const CLAIM_MS = 4 * CONVERSATION_TIMEOUT_MS;
/** A job may come a moment before its time: clocks differ. */
const TOLERANCE_MS = 5_000;

export async function claimMail(db: Database, id: number, now: Date): Promise<ClaimedMail | null> {
  type Row = Omit<ClaimedMail, "giveUpAt" | "isAutomatic"> & { giveUpAt: string; isAutomatic: number };
  const row = await statement(db)`UPDATE mails
    SET attempts = attempts + 1, claimed_until = ${later(now, CLAIM_MS)}
    WHERE id = ${id} AND status = 'queued' AND next_attempt_at <= ${later(now, TOLERANCE_MS)}
      AND (claimed_until IS NULL OR claimed_until <= ${now})
    RETURNING id, idempotency_key AS idempotencyKey, from_address AS "from", to_address AS "to", subject,
      message, plain_text AS text, calendar, reply_to AS replyTo, unsubscribe_url AS unsubscribeUrl,
      is_automatic AS isAutomatic, attempts, give_up_at AS giveUpAt`.first<Row>();
  return row && { ...row, giveUpAt: new Date(row.giveUpAt), isAutomatic: row.isAutomatic === 1 };
}

/** Of one to a learner only the header stays: its text has a link whose key is stored nowhere else. */
export async function markDelivered(db: Database, id: number, now: Date): Promise<void> {
  await statement(db)`UPDATE mails
    SET status = 'delivered', delivered_at = ${now}, claimed_until = NULL, last_error = NULL,
      message = CASE WHEN idempotency_key LIKE ${`${LEARNER_KEYS}%`} THEN '' ELSE message END,
      plain_text = CASE WHEN idempotency_key LIKE ${`${LEARNER_KEYS}%`} THEN '' ELSE plain_text END
    WHERE id = ${id}`.run();
}

/** The mail was not accepted, and is tried again at `next`, unless it was withdrawn meanwhile. */
export async function postpone(db: Database, id: number, next: Date, reason: string): Promise<void> {
  await statement(db)`UPDATE mails
    SET next_attempt_at = ${next}, claimed_until = NULL, last_error = ${reason}
    WHERE id = ${id} AND status = 'queued'`.run();
}

/** The mail is not tried again, and waits in failed_mails for staff, unless it was withdrawn meanwhile. */
export async function markFailed(
  db: Database,
  { id, attempts }: Pick<ClaimedMail, "id" | "attempts">,
  reason: string,
  now: Date,
): Promise<void> {
  await db.batch([
    statement(db)`UPDATE mails SET status = 'failed', claimed_until = NULL, last_error = ${reason}
      WHERE id = ${id} AND status = 'queued'`,
    statement(db)`INSERT INTO failed_mails (mail_id, failed_at, attempts, reason)
      SELECT id, ${now}, ${attempts}, ${reason} FROM mails WHERE id = ${id} AND status = 'failed'
      ON CONFLICT (mail_id) DO NOTHING`,
  ]);
}

function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}
