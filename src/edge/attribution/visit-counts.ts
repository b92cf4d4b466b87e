/** How many visitors came by which link, and how far: anonymous counts for each day, course and step. */
import type { VisitStep } from "~/domain/attribution/visit-step.ts";
import { type Day, dayOf } from "~/domain/dates/day.ts";
import type { Database, Statement } from "~/edge/database.ts";
import { oldestKept, RETENTION_DAYS } from "~/edge/jobs/retention.ts";

/**
 * This many new links a day are counted separately from what pages report, and as many from enrolments that were begun:
 * anyone can make up more, and these are counted together. Links that have brought a payment are always counted separately.
 */
const MOST_LINKS_A_DAY = 50;

/** Stands for the links beyond these. */
export const MORE_LINKS = "more";

export interface VisitCount {
  /** In Lagos. */
  readonly day: Day;
  /** As `attributionText` writes it. */
  readonly attribution: string;
  /** Empty while none is chosen. */
  readonly courseId: string;
  readonly step: VisitStep;
}

/** The statement that counts one more. @param ofEnrolment its id: nothing is counted where it is not stored */
export function countingVisit(
  db: Database,
  { day, attribution, courseId, step }: VisitCount,
  ofEnrolment: string | null = null,
): Statement {
  return db
    .prepare(
      `INSERT INTO visit_counts (day, attribution, course_id, step, count)
       SELECT ?1, CASE
           WHEN ?2 IN ('', ?4) OR ?6 = 'paid' THEN ?2
           WHEN EXISTS (SELECT 1 FROM visit_counts WHERE day = ?1 AND attribution = ?2) THEN ?2
           WHEN EXISTS (SELECT 1 FROM visit_counts WHERE attribution = ?2 AND step = 'paid') THEN ?2
           WHEN (SELECT COUNT(DISTINCT attribution) FROM visit_counts
             WHERE day = ?1 AND (step = 'begun') = (?6 = 'begun')) < ?3 THEN ?2
           ELSE ?4
         END, ?5, ?6, 1
       WHERE ?7 IS NULL OR EXISTS (SELECT 1 FROM enrolments WHERE id = ?7)
       ON CONFLICT DO UPDATE SET count = count + 1`,
    )
    .bind(day, attribution, MOST_LINKS_A_DAY, MORE_LINKS, courseId, step, ofEnrolment);
}

/** Whether a link has been counted on a day. Rejects when the database fails. */
export async function isCounted(
  db: Database,
  { day, attribution }: Pick<VisitCount, "day" | "attribution">,
): Promise<boolean> {
  const row = await db
    .prepare("SELECT 1 AS isThere FROM visit_counts WHERE day = ? AND attribution = ? LIMIT 1")
    .bind(day, attribution)
    .first<{ isThere: number }>();
  return row !== null;
}

/** What counts are grouped by. */
export type CountedBy = "day" | "attribution" | "courseId";

export interface CountRow {
  /** The day, the attribution or the course's id. */
  readonly name: string;
  readonly counts: Readonly<Record<VisitStep, number>>;
}

const COLUMNS: Record<CountedBy, string> = {
  day: "day",
  attribution: "attribution",
  courseId: "course_id",
};

/**
 * The counts since a day, those who registered or came most often first. Rejects when the database fails.
 * @param courseId null for every course
 */
export async function visitCounts(
  db: Database,
  by: CountedBy,
  { since, courseId }: { since: Day; courseId: string | null },
): Promise<CountRow[]> {
  const sum = (step: VisitStep) => `SUM(CASE step WHEN '${step}' THEN count ELSE 0 END) AS ${step}`;
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS[by]} AS name, ${sum("arrived")}, ${sum("signup")}, ${sum("begun")}, ${sum("paid")}
       FROM visit_counts WHERE day >= ?1 AND (?2 IS NULL OR course_id = ?2)
       GROUP BY name ORDER BY paid DESC, begun DESC, arrived DESC, name`,
    )
    .bind(since, courseId)
    .all<{ name: string } & Record<VisitStep, number>>();
  return results.map(({ name, ...counts }) => ({ name, counts }));
}

/** Deletes the counts that are past their retention. Rejects when the database fails. */
export async function deleteVisitCounts(db: Database, now: Date): Promise<void> {
  const before = dayOf(oldestKept(RETENTION_DAYS.visitCount, now));
  await db.prepare("DELETE FROM visit_counts WHERE day < ?").bind(before).run();
}
