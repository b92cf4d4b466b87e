/** The table of what staff were notified of. Every function that queries it rejects when the database fails. */
import { abortUnless, type Database, type Statement } from "~/edge/database.ts";

export interface NumberedNews {
  /** Counted from 1 for each reference. */
  readonly number: number;
  /** The news, as a text that is the same for the same state. */
  readonly news: string;
}

/** The notices to staff about a payment. */
export async function findNotices(db: Database, reference: string): Promise<NumberedNews[]> {
  const { results } = await db
    .prepare("SELECT number, news FROM staff_notices WHERE reference = ?")
    .bind(reference)
    .all<NumberedNews>();
  return results;
}

/**
 * Adds a notice. It fails, and a batch with it, where its number or its news exists already, or the history has grown.
 * @param eventCount how long the history was that it describes
 */
export function addingNotice(
  db: Database,
  { reference, number, news, noticedAt }: NumberedNews & { reference: string; noticedAt: string },
  { eventCount }: { eventCount: number },
): Statement {
  const isCurrent = "(SELECT COUNT(*) FROM payment_events WHERE reference = ?) = ?";
  return db
    .prepare(
      `INSERT INTO staff_notices (reference, number, news, noticed_at)
       VALUES (?, ${abortUnless(isCurrent, "?")}, ?, ?)`,
    )
    .bind(reference, reference, eventCount, number, news, noticedAt);
}
