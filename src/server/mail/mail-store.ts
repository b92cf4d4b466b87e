import { sha256 } from "~/domain/words/sha256.ts";
import type { Database } from "../database.ts";
import { giveUpAt } from "./delivery-schedule.ts";
import type { Mail } from "./parse-mail.ts";

/** `kept`: there is nobody to hand it to, so it can be read in the database only. */
export type MailStatus = "queued" | "delivered" | "parked" | "kept";

/** A mail as it lies in the table `mails`. */
export interface StoredMail extends Mail {
  id: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  status: MailStatus;
  attempts: number;
  nextAttemptAt: string;
  deliveredAt: string | null;
  /** Why the last attempt failed, naming nobody. */
  lastError: string | null;
}

/** A mail that is stored under a key is stored once, whatever else comes under that key. */
export interface MailToStore extends Mail {
  /** What this mail is about, as its sender names it; null: a key is made of its content and the day. */
  idempotencyKey: string | null;
}

/** A mail that is new has an id to deliver it by; one that was there already needs nothing more. */
export type StoreResult = { isNew: true; id: number } | { isNew: false };

/**
 * Keeps a mail for delivery, once for each idempotency key, so whoever got no answer may send again; both are a
 * success. The caller hands a new mail to the queue. Rejects when the database fails.
 */
export async function storeMail(
  db: Database,
  { idempotencyKey, ...mail }: MailToStore,
  now: Date = new Date(),
): Promise<StoreResult> {
  const createdAt = now.toISOString();
  const key = idempotencyKey ?? (await contentKey(mail, createdAt.slice(0, 10)));
  // Not "INSERT OR IGNORE": that would also swallow a missing value.
  const row = await db
    .prepare(
      `INSERT INTO mails (created_at, from_address, to_address, subject, message, idempotency_key, status,
         next_attempt_at, give_up_at)
       VALUES (?, ?, ?, ?, ?, ?, 'queued', ?, ?) ON CONFLICT (idempotency_key) DO NOTHING RETURNING id`,
    )
    .bind(
      createdAt,
      mail.from,
      mail.to,
      mail.subject,
      mail.message,
      key,
      createdAt,
      giveUpAt(now).toISOString(),
    )
    .first<{ id: number }>();
  return row ? { isNew: true, id: row.id } : { isNew: false };
}

/** The newest mails first, at most `limit` of them. Rejects when the database fails. */
export async function listMails(db: Database, { limit }: { limit: number }): Promise<StoredMail[]> {
  const { results } = await db
    .prepare(
      `SELECT id, created_at AS createdAt, from_address AS "from", to_address AS "to", subject, message, status,
         attempts, next_attempt_at AS nextAttemptAt, delivered_at AS deliveredAt, last_error AS lastError
       FROM mails ORDER BY id DESC LIMIT ?`,
    )
    .bind(limit)
    .all<StoredMail>();
  return results;
}

/** Leaves a mail where it is, to be read there: no settings say whom to hand it to. Rejects when the database fails. */
export async function keepMail(db: Database, id: number): Promise<void> {
  await db.prepare("UPDATE mails SET status = 'kept' WHERE id = ? AND status = 'queued'").bind(id).run();
}

/**
 * Puts another text in the place of a mail that nobody has been given yet.
 * @returns the mail's id and status; null when there is no such mail, or it has left or is leaving just now
 */
export async function rewriteMail(
  db: Database,
  { idempotencyKey, ...mail }: Mail & { idempotencyKey: string },
  now: Date,
): Promise<Pick<StoredMail, "id" | "status"> | null> {
  return db
    .prepare(
      `UPDATE mails SET from_address = ?, to_address = ?, subject = ?, message = ?
       WHERE idempotency_key = ? AND status IN ('queued', 'kept')
         AND (claimed_until IS NULL OR claimed_until < ?)
       RETURNING id, status`,
    )
    .bind(mail.from, mail.to, mail.subject, mail.message, idempotencyKey, now.toISOString())
    .first<Pick<StoredMail, "id" | "status">>();
}

/** The mail that is stored under a key; null when there is none. */
export async function findMailByKey(db: Database, idempotencyKey: string): Promise<Mail | null> {
  return db
    .prepare(
      `SELECT from_address AS "from", to_address AS "to", subject, message FROM mails
       WHERE idempotency_key = ?`,
    )
    .bind(idempotencyKey)
    .first<Mail>();
}

/**
 * A key for a mail whose sender named none. JSON keeps its parts apart, so no two mails can read alike. The day is one
 * of them: who writes the same words next week means them again.
 */
async function contentKey({ from, to, subject, message }: Mail, day: string): Promise<string> {
  return `digest:${await sha256(JSON.stringify([from, to, subject, message, day]))}`;
}
