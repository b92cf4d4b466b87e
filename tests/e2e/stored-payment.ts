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

/** The payment under a reference as it is stored. */
export function storedPayment(reference: string): Record<string, unknown> | undefined {
  return readDatabase(SITE, (database) =>
    database.prepare("SELECT * FROM payments WHERE reference = ?").get(reference),
  );
}
