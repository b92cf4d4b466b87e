import { readDatabase } from "./fixtures.ts";
import { SITE } from "./servers.ts";

/** A registration as the site stored it. */
export interface StoredPayment {
  readonly status: "unpaid" | "paid" | "short-paid" | "refunded";
  readonly flag: string | null;
  readonly course_name: string;
  readonly expected_minor: number;
  readonly paid_minor: number;
  readonly customer_email: string;
  /** JSON: what staff must know to enrol somebody. */
  readonly details: string;
  /** What was said of its payment, e.g. "charged (webhook)", in the order in which it was recorded. */
  readonly history: readonly string[];
}

/** The link that brought a learner, as it is stored with the enrolment. */
export function attributionOf(lastName: string): string {
  return readDatabase(SITE, (database) => {
    const row = database
      .prepare("SELECT attribution FROM enrolments WHERE learner ->> 'lastName' = ?")
      .get(lastName);
    return String(row?.attribution);
  });
}

/** The registration under a reference; null while there is none. */
export function storedPayment(reference: string, server: { folder: string } = SITE): StoredPayment | null {
  return readDatabase(server, (database) => {
    const row = database.prepare("SELECT * FROM payments WHERE reference = ?").get(reference);
    if (!row) return null;
    const events = database
      .prepare("SELECT kind, source FROM payment_events WHERE reference = ? ORDER BY id")
      .all(reference);
    const history = events.map(({ kind, source }) => `${kind} (${source})`);
    return { ...row, history } as unknown as StoredPayment;
  });
}
