import type { Database } from "~/edge/database.ts";
import type { MailStatus } from "~/edge/mail/mail-store.ts";

/** A mail's delivery status, without its text. */
export interface SentMail {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly to: string;
  readonly subject: string;
  readonly status: MailStatus;
  readonly attempts: number;
  readonly deliveredAt: string | null;
  readonly lastError: string | null;
  readonly isToStaff: boolean;
  /** Without it, it cannot be sent again. */
  readonly hasText: boolean;
}

/** Sorts after every character of a key. */
const AFTER_KEYS = "~";

/**
 * The mails about an enrolment and its payments, to the learner and to staff, the newest first. Rejects when the database
 * fails.
 */
export async function mailsOf(db: Database, id: string, references: readonly string[]): Promise<SentMail[]> {
  const begins = [id, ...references].flatMap((about) => [
    `learner:${about}:`,
    `provider:${about}:`,
    `enrolment:${about}:`,
  ]);
  const { results } = await db
    .prepare(
      // A CROSS JOIN keeps SQLite from reading all mails by their numbers first.
      `SELECT mails.id, created_at AS createdAt, to_address AS "to", subject, status, attempts, delivered_at AS deliveredAt,
         last_error AS lastError, substr(idempotency_key, 1, 8) <> 'learner:' AS isToStaff, message <> '' AS hasText
       FROM json_each(?) CROSS JOIN mails ON idempotency_key >= value AND idempotency_key < value || ?
       ORDER BY mails.id DESC LIMIT 100`,
    )
    .bind(JSON.stringify(begins), AFTER_KEYS)
    .all<Omit<SentMail, "isToStaff" | "hasText"> & { isToStaff: number; hasText: number }>();
  return results.map((row) => ({ ...row, isToStaff: row.isToStaff === 1, hasText: row.hasText === 1 }));
}
