import type { Cohort } from "~/domain/dates/cohort.ts";
import type { EnrolmentState } from "~/domain/enrolment/enrolment-status.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import { type Database, rowsOf } from "~/edge/database.ts";
import { HAS_SEAT } from "~/edge/enrolments/cohort-seats.ts";

export interface CohortSeats {
  readonly id: string;
  readonly taken: number;
  /** Enrolments that are not paid for. */
  readonly started: number;
}

/** @returns in the order of the ids */
export async function countSeats(db: Database, ids: readonly string[]): Promise<CohortSeats[]> {
  const results = await rowsOf<CohortSeats>(db)`SELECT cohort AS id, SUM(${HAS_SEAT}) AS taken,
      SUM(state = 'started') AS started
    FROM enrolments WHERE cohort IN (SELECT value FROM json_each(${JSON.stringify(ids)})) GROUP BY cohort`;
  return ids.map((id) => results.find((row) => row.id === id) ?? { id, taken: 0, started: 0 });
}

/** The cohorts without a first class, then the latest first. */
export function latestFirst(cohorts: readonly Cohort[]): Cohort[] {
  const sortText = ({ firstClass }: Cohort) => firstClass ?? "9999";
  return cohorts.toSorted(
    (a, b) => sortText(b).localeCompare(sortText(a)) || b.name.localeCompare(a.name, "en", { numeric: true }),
  );
}

export interface CohortMember {
  readonly id: string;
  readonly learner: Learner;
  readonly courseName: string;
  readonly planName: string;
  readonly state: EnrolmentState;
  readonly erasedAt: string | null;
}

/** More than any tutor has. */
export const MOST_MEMBERS = 1000;

export async function membersOf(db: Database, cohort: string): Promise<CohortMember[]> {
  // Without the index's name SQLite would read all that are active, and not the few of a cohort.
  const results = await rowsOf<Omit<CohortMember, "learner"> & { readonly learner: string }>(db)`
    SELECT id, learner, course_name AS courseName, plan_name AS planName, state, erased_at AS erasedAt
    FROM enrolments INDEXED BY enrolments_with_seat WHERE cohort = ${cohort} AND ${HAS_SEAT}
    ORDER BY created_at LIMIT ${MOST_MEMBERS}`;
  const sortText = ({ learner }: CohortMember) => `${learner.lastName} ${learner.firstName}`;
  return results
    .map((row): CohortMember => ({ ...row, learner: JSON.parse(row.learner) }))
    .sort((a, b) => sortText(a).localeCompare(sortText(b), "en"));
}
