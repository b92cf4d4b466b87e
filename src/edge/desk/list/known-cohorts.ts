import { type Cohort, cohortName } from "~/domain/dates/cohort.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import type { Database } from "~/edge/database.ts";
import { latestFirst } from "../cohorts/find-cohorts.ts";

/**
 * All cohorts, the latest first, and after them those that only enrolments have: one that content no longer has is called by
 * its id. Each of these is looked up in the index after the one before. Rejects when the database fails.
 */
export async function knownCohorts(db: Database, cohorts: readonly Cohort[]): Promise<Named[]> {
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
  const others = results.filter(({ cohort }) => !cohorts.some(({ id }) => id === cohort));
  return [
    ...latestFirst(cohorts).map(({ id, name }) => ({ id, name })),
    ...others.map(({ cohort }) => ({ id: cohort, name: cohortName(cohorts, cohort) })),
  ];
}
