import { cohortState, type NextCohort } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { seatsLeft } from "~/edge/enrolments/cohort-seats.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { oldestKept, RETENTION_DAYS } from "~/edge/retention.ts";
import { confirmedForOpening, deleteUnconfirmed, deletingSubscription } from "./subscription-store.ts";

const A_SWEEP = 50;

/** Notifies those who asked, once, that registration is open, and deletes their subscriptions. */
export async function notifyOpenings(context: AppContext, cohort: NextCohort): Promise<void> {
  const { db, now, templates, prices } = context;
  await deleteUnconfirmed(db, oldestKept(RETENTION_DAYS.unconfirmedSubscription, now));
  const { counted } = cohort;
  const left = counted === undefined ? null : (await seatsLeft(context, [counted])).get(counted);
  const state = cohortState(cohort, lagosDay(now), left).name;
  if (state !== "open" && state !== "last-days") return;
  for (const { id, email, list } of await confirmedForOpening(db, A_SWEEP)) {
    const courseId = list.name === "opening" ? list.courseId : null;
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
      deletingSubscription(db, id),
    ]);
    await enqueueLearnerMails(context, key);
  }
}
