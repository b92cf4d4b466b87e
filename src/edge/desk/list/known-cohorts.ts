import type { Database } from "~/edge/database.ts";

/**
 * The names of all cohorts with an enrolment: each is looked up in the index after the one before. Rejects when the database
 * fails.
 */
export async function knownCohorts(db: Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      `WITH RECURSIVE known (cohort) AS (
         SELECT MIN(cohort) FROM enrolments WHERE cohort > ''
         UNION ALL
         SELECT (SELECT MIN(cohort) FROM enrolments WHERE cohort > known.cohort) FROM known WHERE cohort IS NOT NULL
       )
       SELECT cohort FROM known WHERE cohort IS NOT NULL LIMIT 200`,
    )
    .bind()
    .all<{ cohort: string }>();
  return results.map(({ cohort }) => cohort);
}
