import type { Day } from "~/domain/dates/day.ts";
import { CURRENCIES } from "~/domain/money/money.ts";
import { dueDay } from "~/domain/pricing/payment-dates.ts";
import { registrationCourse } from "../fixtures/enrolment.ts";
import { changeDatabase, type Statement } from "./control-site.ts";

const OF_LEARNER = "learner ->> 'email' = ?";

/**
 * Moves a learner's enrolments into a cohort that is over by now, as if they had started while it was
 * open. Their due dates follow from the cohort's first class. The default is five installments of DevOps Full.
 */
export async function joinCohort(
  server: { folder: string },
  email: string,
  firstClass: Day | null,
  [courseId, planId]: readonly [course: string, plan: string] = ["devops-full", "five-installments"],
): Promise<void> {
  const plan = registrationCourse(courseId).plans.find(({ id }) => id === planId);
  const dueDates = CURRENCIES.flatMap((currency) =>
    (plan?.schedules[currency].due ?? []).map(
      (term, index): Statement => [
        `UPDATE charges SET due_on = ? WHERE currency = ? AND number = ?
         AND enrolment_id IN (SELECT id FROM enrolments WHERE ${OF_LEARNER})`,
        firstClass && dueDay(firstClass, term),
        currency,
        index + 2,
        email,
      ],
    ),
  );
  const [enrolments] = await changeDatabase(
    server,
    [
      `UPDATE enrolments SET learner = json_set(learner, '$.cohort', ?), first_class = ? WHERE ${OF_LEARNER}`,
      "cohort-8",
      firstClass,
      email,
    ],
    ...dueDates,
  );
  if (enrolments === 0) throw new Error(`Nobody has enrolled as ${email} yet.`);
}
