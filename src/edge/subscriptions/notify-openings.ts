import { cohortState, type NextCohort } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { seatsLeft } from "~/edge/enrolments/cohort-seats.ts";
import { oldestKept, RETENTION_DAYS } from "~/edge/jobs/run-sweeps.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";

const A_SWEEP = 50;

/**
 * Notifies those who asked, once, that registration is open, and deletes their subscriptions; also those that were not
 * confirmed in time. Rejects when the database fails.
 */
export async function notifyOpenings(context: AppContext, cohort: NextCohort): Promise<void> {
  const { db, now, templates, prices } = context;
  await db
    .prepare("DELETE FROM subscriptions WHERE confirmed_at IS NULL AND requested_at < ?")
    .bind(oldestKept(RETENTION_DAYS.unconfirmedSubscription, now).toISOString())
    .run();
  const { counted } = cohort;
  const left = counted === undefined ? null : (await seatsLeft(context, [counted])).get(counted);
  const state = cohortState(cohort, lagosDay(now), left).name;
  if (state !== "open" && state !== "last-days") return;
  const { results } = await db
    .prepare(
      `SELECT id, email, course_id AS courseId FROM subscriptions
       WHERE list = 'opening' AND confirmed_at IS NOT NULL ORDER BY id LIMIT ?`,
    )
    .bind(A_SWEEP)
    .all<{ id: number; email: string; courseId: string }>();
  for (const { id, email, courseId } of results) {
    const course = prices.registrationCourses.find((candidate) => candidate.id === courseId);
    const path = course ? `/Signup?course=${encodeURIComponent(course.id)}` : "/Signup";
    const key = `opening:${id}`;
    await db.batch([
      storingLearnerMail(context, {
        name: "opening",
        to: email,
        key,
        values: {
          courseName: course?.name ?? null,
          starts: cohort.starts,
          closes: cohort.closes,
          signupLink: new URL(path, templates.academy.site),
        },
      }),
      db.prepare("DELETE FROM subscriptions WHERE id = ?").bind(id),
    ]);
    await enqueueLearnerMails(context, key);
  }
}
