import { isSameLearner, type Likeness, learnerKeys, likenesses } from "~/domain/enrolment/learner.ts";
import type { Database } from "~/edge/database.ts";
import type { EnrolmentRecord } from "./enrolment-record.ts";

/** Another enrolment of the same learner in the same course and cohort that was paid for. */
export interface SameEnrolment {
  readonly id: string;
  /** Whether it is flagged as the duplicate of one that was paid before. */
  readonly isDuplicate: boolean;
  /** What of both learners agrees. */
  readonly agreeing: readonly Likeness[];
}

/** How many enrolments of a learner in one course are looked at, at most. */
const MOST = 20;

/**
 * The other enrolments of the same learner, known by e-mail address, or by name and phone, in any spelling, in the same
 * course that were paid for. A cohort that is not known yet may be the same.
 * @throws when the database fails
 */
export async function sameEnrolments(
  db: Database,
  { id, course, learner }: EnrolmentRecord,
): Promise<SameEnrolment[]> {
  const keys = learnerKeys(learner);
  if (!course.id) return [];
  const { results } = await db
    .prepare(
      `SELECT id, instr(flags, 'duplicate') > 0 AS isDuplicate, learner FROM enrolments
       WHERE (email_key = ? OR phone_key = ?) AND course_id = ? AND id <> ? AND state IN ('active', 'complete')
         AND (? = '' OR learner ->> 'cohort' IN ('', ?))
       LIMIT ?`,
    )
    .bind(keys.email, keys.phone, course.id, id, learner.cohort, learner.cohort, MOST)
    .all<{ id: string; isDuplicate: number; learner: string }>();
  return results
    .map((row) => ({
      id: row.id,
      isDuplicate: row.isDuplicate === 1,
      agreeing: likenesses(learner, JSON.parse(row.learner)),
    }))
    .filter(({ agreeing }) => isSameLearner(agreeing));
}
