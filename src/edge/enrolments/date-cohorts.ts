import { type Cohort, firstClassOf } from "~/domain/dates/cohort.ts";
import { addDays, dayLabel, lagosTime } from "~/domain/dates/day.ts";
import type { AppContext } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";
import { findEnrolment, unlessWritten } from "./enrolment-store.ts";
import { writingChanges } from "./mails/changed-mail.ts";
import { settingCohort } from "./set-cohort.ts";

/** How many enrolments of a cohort one sweep dates. */
const A_SWEEP = 50;

/**
 * Gives the day of a cohort, once it is announced or changed in content, to the enrolments in it, and notifies their learners.
 * @throws when the database fails
 */
export async function dateCohorts(context: AppContext): Promise<void> {
  for (const cohort of context.prices.cohorts) {
    for (const id of await withAnotherDay(context.db, cohort)) {
      try {
        await date(context, id, cohort.id);
      } catch (error) {
        // Written by somebody at this moment, or unreadable: the next sweep tries it again, and the others go on.
        logError("enrolment-not-dated", { id, reason: reasonOf(error) });
      }
    }
  }
}

/** Who joined once the cohort had started is left to staff, who know what was agreed. */
async function withAnotherDay(db: Database, cohort: Cohort): Promise<string[]> {
  const day = firstClassOf(cohort);
  if (day === null) return [];
  const rest = "created_at < ?3 AND state NOT IN ('withdrawn', 'refunded') AND erased_at IS NULL";
  const { results } = await db
    .prepare(
      `SELECT id FROM enrolments WHERE cohort = ?1 AND first_class IS NULL AND ${rest}
       UNION ALL SELECT id FROM enrolments WHERE cohort = ?1 AND first_class < ?2 AND ${rest}
       UNION ALL SELECT id FROM enrolments WHERE cohort = ?1 AND first_class > ?2 AND ${rest} LIMIT ?4`,
    )
    .bind(cohort.id, day, lagosTime(addDays(day, 1), 0).toISOString(), A_SWEEP)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

async function date(context: AppContext, id: string, cohortId: string): Promise<void> {
  const enrolment = await findEnrolment(context.db, id);
  if (enrolment?.learner.cohort !== cohortId) return;
  const { after, statements } = settingCohort(context, enrolment, cohortId);
  const { firstClass: before } = enrolment;
  const changes = [
    {
      what: "First class",
      before: before && dayLabel(before),
      after: after.firstClass && dayLabel(after.firstClass),
    },
  ];
  const key = `${id}:changed:${enrolment.version}:`;
  await context.db.batch([
    unlessWritten(context.db, enrolment),
    ...statements,
    ...(await writingChanges(context, { before: enrolment, after, changes }, { key, byStaff: true })),
  ]);
  await enqueueLearnerMails(context, key);
  log("enrolment-dated", { id, cohort: cohortId });
}
