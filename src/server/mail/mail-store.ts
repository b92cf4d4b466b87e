import type { Mail } from "./parse-mail.ts";

/** As much of Cloudflare's D1 as is used here. */
export interface MailDatabase {
  prepare(sql: string): MailStatement;
}

interface MailStatement {
  bind(...values: (string | number)[]): MailStatement;
  run(): Promise<{ meta: { changes: number } }>;
  all<Row>(): Promise<{ results: Row[] }>;
}

/** A mail as it lies in the table `mails`. */
export interface StoredMail extends Mail {
  id: number;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/**
 * Keeps a mail. The same mail (sender, recipient, subject and message) is kept once, so whoever got no answer
 * may send again; `isNew` tells which it was, and both are a success. Rejects when the database fails.
 */
export async function storeMail(
  db: MailDatabase,
  mail: Mail,
  now: Date = new Date(),
): Promise<{ isNew: boolean }> {
  // Not "INSERT OR IGNORE": that would also swallow a missing value.
  const { meta } = await db
    .prepare(
      `INSERT INTO mails (created_at, from_address, to_address, subject, message, digest)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING`,
    )
    .bind(now.toISOString(), mail.from, mail.to, mail.subject, mail.message, await digestOf(mail))
    .run();
  return { isNew: meta.changes > 0 };
}

/** The newest mails first, at most `limit` of them. Rejects when the database fails. */
export async function listMails(db: MailDatabase, { limit }: { limit: number }): Promise<StoredMail[]> {
  const { results } = await db
    .prepare(
      `SELECT id, created_at AS createdAt, from_address AS "from", to_address AS "to", subject, message
       FROM mails ORDER BY id DESC LIMIT ?`,
    )
    .bind(limit)
    .all<StoredMail>();
  return results;
}

/** SHA-256 in hex. JSON keeps the four parts apart, so no two mails can read alike. */
async function digestOf({ from, to, subject, message }: Mail): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([from, to, subject, message]));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
