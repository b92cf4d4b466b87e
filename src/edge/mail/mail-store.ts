import { staffRole } from "~/domain/contact/contact-message.ts";
import { sha256 } from "~/domain/digest.ts";
import { escapeHtml } from "~/domain/text.ts";
import { type Database, insertInto, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";
import { enqueueJob, type JobQueue } from "~/edge/jobs/jobs.ts";
import type { AcademyAddresses } from "./academy-addresses.ts";

/** The start of the keys of mails to learners and payers. No mail that a browser sends has it. */
export const LEARNER_KEY_PREFIX = "learner:";

export interface Mail {
  /** Addresses, even if the request named roles. */
  from: string;
  to: string;
  subject: string;
  /** HTML. */
  message: string;
}

/** A mail's status. `kept`: no mail server is set, so the mail can only be read in the database. */
export type MailStatus = "queued" | "delivered" | "failed" | "kept";

export interface StoredMail extends Mail {
  id: number;
  /** `null`: the text is made from the HTML. */
  text: string | null;
  calendar: string | null;
  createdAt: string;
  status: MailStatus;
  attempts: number;
  nextAttemptAt: string;
  deliveredAt: string | null;
  /** The reason for the last failure, without personal data. */
  lastError: string | null;
}

export interface MailExtras {
  /** The plain text. Without it, it is made from the HTML. */
  readonly text?: string | null;
  readonly calendar?: string | null;
  /** The address for replies. Without it, they go to the sender. */
  readonly replyTo?: string | null;
  /** The address that stops such mails by a POST without a page (RFC 8058). */
  readonly unsubscribeUrl?: string | null;
  /** Whether a visitor wrote the mail. Any other is marked as automatic for programs that answer mails. */
  readonly isFromVisitor?: boolean;
}

export interface MailToStore extends Mail, MailExtras {
  /** The sender's key for the mail; `null` for a key that is made from its content and the day. */
  idempotencyKey: string | null;
}

export type StoreResult = { isNew: true; id: number } | { isNew: false };

/** Stores a mail once for its idempotency key. The caller enqueues a new mail. */
export async function storeMail(db: Database, mail: MailToStore, now: Date): Promise<StoreResult> {
  const row = await storing(db, { ...mail, idempotencyKey: await keyOf(mail, now) }, now).first<{
    id: number;
  }>();
  return row ? { isNew: true, id: row.id } : { isNew: false };
}

/** Returns the statement that stores a mail once for its key, and returns the id of a new mail. */
export function storing(
  db: Database,
  mail: Mail & MailExtras & { idempotencyKey: string },
  now: Date,
): Statement {
  const row = {
    created_at: now,
    from_address: mail.from,
    to_address: mail.to,
    subject: mail.subject,
    message: mail.message,
    plain_text: mail.text ?? null,
    calendar: mail.calendar ?? null,
    reply_to: mail.replyTo ?? null,
    unsubscribe_url: mail.unsubscribeUrl ?? null,
    is_automatic: !mail.isFromVisitor,
    idempotency_key: mail.idempotencyKey,
    status: "queued",
    next_attempt_at: now,
    give_up_at: giveUpAt(now),
  };
  // "INSERT OR IGNORE" would also swallow a missing value.
  return insertInto(db, "mails", row, sql`ON CONFLICT (idempotency_key) DO NOTHING RETURNING id`);
}

/**
 * Returns the condition that a mail's key has a prefix. A status beside it is written `+status`, so that SQLite
 * searches by the key instead of reading all waiting mails.
 */
const isUnder = (keyPrefix: string) =>
  sql`idempotency_key >= ${keyPrefix} AND idempotency_key < ${`${keyPrefix}~`}`;

/**
 * Returns the statements that withdraw the mails with a prefix in their keys, unless they were delivered or
 * failed. A mail whose delivery has started may still arrive, and stays stored under its key.
 */
export function withdrawing(db: Database, keyPrefix: string): Statement[] {
  const waiting = sql`${isUnder(keyPrefix)} AND +status IN ('queued', 'kept')`;
  return [
    statement(db)`DELETE FROM mails WHERE ${waiting} AND claimed_until IS NULL`,
    statement(db)`UPDATE mails SET status = 'delivered', last_error = 'Withdrawn while it was being delivered'
      WHERE ${waiting}`,
  ];
}

async function findQueued(db: Database, keyPrefix: string): Promise<number[]> {
  const results = await rowsOf<{ id: number }>(db)`SELECT id FROM mails
    WHERE ${isUnder(keyPrefix)} AND +status = 'queued' ORDER BY id`;
  return results.map(({ id }) => id);
}

export function tryingAgain(db: Database, id: number, now: Date): Statement[] {
  return [
    statement(db)`UPDATE mails SET status = 'queued', next_attempt_at = ${now}, give_up_at = ${giveUpAt(now)}
      WHERE id = ${id} AND status = 'failed' AND message <> ''`,
    statement(db)`DELETE FROM failed_mails
      WHERE mail_id = ${id} AND EXISTS (SELECT 1 FROM mails WHERE id = mail_id AND status = 'queued')`,
  ];
}

export interface FailedMail {
  readonly to: string;
  readonly subject: string;
  readonly reason: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly failedAt: string;
  /** 0 once the text, which had a link, is deleted. */
  readonly hasText: number;
}

export async function findFailedMail(db: Database, id: number): Promise<FailedMail | null> {
  return statement(db)`SELECT to_address AS "to", subject, reason, failed_mails.attempts,
      created_at AS createdAt, failed_at AS failedAt, message <> '' AS hasText
    FROM failed_mails JOIN mails ON mails.id = mail_id WHERE mail_id = ${id}`.first<FailedMail>();
}

export function removingFailedMail(db: Database, id: number): Statement {
  return statement(db)`DELETE FROM failed_mails WHERE mail_id = ${id}`;
}

export async function listMails(db: Database, { limit }: { limit: number }): Promise<StoredMail[]> {
  return rowsOf<StoredMail>(db)`
    SELECT id, created_at AS createdAt, from_address AS "from", to_address AS "to", subject, message,
      plain_text AS text, calendar, status, attempts, next_attempt_at AS nextAttemptAt,
      delivered_at AS deliveredAt, last_error AS lastError
    FROM mails ORDER BY id DESC LIMIT ${limit}`;
}

export async function keepMail(db: Database, id: number): Promise<void> {
  await statement(db)`UPDATE mails SET status = 'kept' WHERE id = ${id} AND status = 'queued'`.run();
}

/** Returns the key under which a mail is stored: the sender's own, or one of its content and the day. */
export async function keyOf(
  { idempotencyKey, from, to, subject, message }: MailToStore,
  now: Date,
): Promise<string> {
  const day = now.toISOString().slice(0, 10);
  // JSON separates the parts, so that no two mails give the same text.
  return idempotencyKey ?? `digest:${await sha256(JSON.stringify([from, to, subject, message, day]))}`;
}

const DELIVERY_HOURS = 24;

export function giveUpAt(now: Date): Date {
  return new Date(now.getTime() + DELIVERY_HOURS * 60 * 60_000);
}

/** Enqueues a mail. If the queue does not take it, the next sweep does. Never rejects. */
export function enqueueMail(jobs: JobQueue, id: number): Promise<void> {
  return enqueueJob(jobs, { type: "mail", id });
}

export async function enqueueMails(
  { db, jobs }: { readonly db: Database; readonly jobs: JobQueue },
  keyPrefix: string,
): Promise<void> {
  for (const id of await findQueued(db, keyPrefix)) await enqueueMail(jobs, id);
}

/** Returns the statements that store a mail for each address of staff, keyed by its first role. */
export function storingForStaff(
  { db, addresses, now }: { db: Database; addresses: AcademyAddresses; now: Date },
  mail: { readonly subject: string; readonly message: string },
  keyPrefix: string,
): Statement[] {
  return [...new Set(addresses.staff)].map((to) => {
    const role = staffRole(addresses.staff.indexOf(to));
    return storing(db, { ...mail, from: addresses.sender, to, idempotencyKey: keyPrefix + role }, now);
  });
}

/** Returns a line with a link to a path of the desk, such as "/trail"; empty if there is no desk. */
export function deskLink(desk: URL | null, path: string): string {
  if (!desk) return "";
  const address = new URL(`/desk${path}`, desk).href;
  return `<p><a href="${escapeHtml(address)}">Open it at the desk</a></p>`;
}
