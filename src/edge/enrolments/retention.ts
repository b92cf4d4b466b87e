import type { Database } from "~/edge/database.ts";

/** Deletes enrolments that were begun and never paid, once their payments have gone. Rejects when the database fails. */
export async function deleteBegun(db: Database, before: Date): Promise<void> {
  await db
    .prepare(
      `DELETE FROM enrolments WHERE state = 'begun' AND created_at < ?
         AND NOT EXISTS (SELECT 1 FROM registrations WHERE enrolment_id = enrolments.id)`,
    )
    .bind(before.toISOString())
    .run();
}
