import { readDatabase } from "./fixtures.ts";
import { SITE } from "./servers.ts";

/** Returns the stored attribution of an enrolment. */
export function attributionOf(lastName: string): string {
  return readDatabase(SITE, (database) => {
    const row = database
      .prepare("SELECT attribution FROM enrolments WHERE learner ->> 'lastName' = ?")
      .get(lastName);
    return String(row?.attribution);
  });
}

/** Returns the stored payment under a reference. */
export function storedPayment(reference: string): Record<string, unknown> | undefined {
  return readDatabase(SITE, (database) =>
    database.prepare("SELECT * FROM payments WHERE reference = ?").get(reference),
  );
}
