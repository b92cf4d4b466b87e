import { readDatabase } from "./fixtures.ts";
import { SITE } from "./servers.ts";

/** The link that brought a learner, as it is stored with the enrolment. */
export function attributionOf(lastName: string): string {
  return readDatabase(SITE, (database) => {
    const row = database
      .prepare("SELECT attribution FROM enrolments WHERE learner ->> 'lastName' = ?")
      .get(lastName);
    return String(row?.attribution);
  });
}

/** The registration under a reference, with what was said of its payment, in order; null while there is none. */
export function storedPayment(
  reference: string,
): (Record<string, unknown> & { history: readonly string[] }) | null {
  return readDatabase(SITE, (database) => {
    const row = database.prepare("SELECT * FROM payments WHERE reference = ?").get(reference);
    if (!row) return null;
    const events = database
      .prepare("SELECT kind, source FROM payment_events WHERE reference = ? ORDER BY id")
      .all(reference);
    return { ...row, history: events.map(({ kind, source }) => `${kind} (${source})`) };
  });
}
