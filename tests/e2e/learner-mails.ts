import { readDatabase } from "./fixtures.ts";

interface LearnerMail {
  readonly subject: string;
  readonly text: string;
}

/** Returns a site's stored mails to a learner or payer, oldest first. */
export function mailsTo(server: { folder: string }, address: string): LearnerMail[] {
  return readDatabase(server, (database) =>
    database
      .prepare(
        `SELECT subject, plain_text AS text FROM mails
         WHERE to_address = ? AND idempotency_key LIKE 'learner:%' ORDER BY id`,
      )
      .all(address),
  ) as unknown as LearnerMail[];
}
