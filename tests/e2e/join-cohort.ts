import type { Day } from "~/domain/dates/day.ts";
import { dayInText } from "~/domain/dates/day-in-text.ts";
import { CURRENCIES } from "~/domain/money/money.ts";
import { dueDay } from "~/domain/pricing/payment-dates.ts";
import { registrationCourse } from "../fixtures/enrolment.ts";
import { withDatabase } from "./fixtures.ts";

/**
 * Puts the enrolments of a learner in DevOps Full's five installments into a cohort that the form does not list, as those are
 * that began while it was listed: with the due dates that follow from its day, if it has one.
 */
export function joinCohort(server: { folder: string }, email: string, cohort: string): void {
  const plan = registrationCourse("devops-full").plans.find(({ id }) => id === "five-installments");
  const firstClass: Day | null = dayInText(cohort);
  withDatabase(server, { readOnly: false }, (database) => {
    database.exec("BEGIN IMMEDIATE");
    const ofLearner = "learner ->> 'email' = ?";
    const { changes } = database
      .prepare(
        `UPDATE enrolments SET learner = json_set(learner, '$.cohort', ?), first_class = ? WHERE ${ofLearner}`,
      )
      .run(cohort, firstClass, email);
    if (changes === 0) throw new Error(`Nobody has enrolled as ${email} yet.`);
    for (const currency of CURRENCIES) {
      for (const [index, term] of (plan?.schedules[currency].due ?? []).entries()) {
        database
          .prepare(
            `UPDATE charges SET due_on = ? WHERE currency = ? AND number = ?
             AND enrolment_id IN (SELECT id FROM enrolments WHERE ${ofLearner})`,
          )
          .run(firstClass && dueDay(firstClass, term), currency, index + 2, email);
      }
    }
    database.exec("COMMIT");
  });
}
