/** How many enrolments came by which link, counted from what is stored with each. */
import { type Day, lagosTime } from "~/domain/dates/day.ts";
import type { Database } from "~/edge/database.ts";

/** What counts are grouped by. */
export type CountedBy = "day" | "attribution" | "course";

export interface EnrolmentCount {
  /** The day in Lagos, the attribution or the course's id. */
  readonly name: string;
  readonly started: number;
  /** Of those, how many have paid something. */
  readonly paid: number;
}

const EXPRESSIONS: Record<CountedBy, string> = {
  // Lagos is an hour ahead of UTC all year.
  day: "date(created_at, '+1 hour')",
  attribution: "attribution",
  course: "course_id",
};

/**
 * The enrolments since a day, by their most paid group first.
 * @param courseId null for every course
 * @throws when the database fails
 */
export async function countEnrolments(
  db: Database,
  by: CountedBy,
  { since, courseId }: { since: Day; courseId: string | null },
): Promise<EnrolmentCount[]> {
  const { results } = await db
    .prepare(
      `SELECT ${EXPRESSIONS[by]} AS name, COUNT(*) AS started, SUM(state <> 'begun') AS paid
       FROM enrolments
       WHERE created_at >= ?1 AND (?2 IS NULL OR course_id = ?2)
       GROUP BY 1 ORDER BY paid DESC, started DESC, name`,
    )
    .bind(lagosTime(since, 0).toISOString(), courseId)
    .all<EnrolmentCount>();
  return results;
}
