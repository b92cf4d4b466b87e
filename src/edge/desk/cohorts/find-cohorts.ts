/** Who is in which cohort, found by indexes. Every function here rejects when the database fails. */
import { dayInText } from "~/domain/dates/day-in-text.ts";
import type { EnrolmentState } from "~/domain/enrolment/enrolment-standing.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import type { Database } from "~/edge/database.ts";
import { HAS_PLACE } from "~/edge/enrolments/cohort-places.ts";

/** How full a cohort is. */
export interface CohortPlaces {
  readonly name: string;
  /** Enrolments that have a place. */
  readonly taken: number;
  /** Enrolments that are not paid for. */
  readonly begun: number;
}

/** @returns in the order of the names */
export async function placesOf(db: Database, names: readonly string[]): Promise<CohortPlaces[]> {
  const { results } = await db
    .prepare(
      `SELECT cohort AS name, SUM(${HAS_PLACE}) AS taken, SUM(state = 'begun') AS begun
       FROM enrolments WHERE cohort IN (SELECT value FROM json_each(?)) GROUP BY cohort`,
    )
    .bind(JSON.stringify(names))
    .all<CohortPlaces>();
  return names.map((name) => results.find((each) => each.name === name) ?? { name, taken: 0, begun: 0 });
}

/** The latest first, by the day in a cohort's name; those without a day come after them. */
export function latestFirst(names: readonly string[]): string[] {
  const dayOf = (name: string) => dayInText(name) ?? "";
  return [...new Set(names)].sort(
    (a, b) => dayOf(b).localeCompare(dayOf(a)) || b.localeCompare(a, "en", { numeric: true }),
  );
}

/** A learner who has a place. */
export interface CohortMember {
  readonly id: string;
  readonly learner: Learner;
  readonly courseName: string;
  readonly planName: string;
  readonly state: EnrolmentState;
  readonly forgottenAt: string | null;
}

/** More than any tutor has. */
export const MOST_MEMBERS = 1000;

/** Who has a place in a cohort, by last name. */
export async function membersOf(db: Database, cohort: string): Promise<CohortMember[]> {
  const { results } = await db
    .prepare(
      // Without the index's name SQLite would read all that are active, and not the few of a cohort.
      `SELECT id, learner, course_name AS courseName, plan_name AS planName, state, forgotten_at AS forgottenAt
       FROM enrolments INDEXED BY enrolments_with_place WHERE cohort = ? AND ${HAS_PLACE} ORDER BY created_at LIMIT ?`,
    )
    .bind(cohort, MOST_MEMBERS)
    .all<Omit<CohortMember, "learner"> & { readonly learner: string }>();
  const sortText = ({ learner }: CohortMember) => `${learner.lastName} ${learner.firstName}`;
  return results
    .map((row): CohortMember => ({ ...row, learner: JSON.parse(row.learner) }))
    .sort((a, b) => sortText(a).localeCompare(sortText(b), "en"));
}
