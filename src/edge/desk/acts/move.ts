import { type Day, dayLabel, isDay } from "~/domain/dates/day.ts";
import { dayInText } from "~/domain/dates/day-in-text.ts";
import { chargeLabel } from "~/domain/enrolment/charge.ts";
import { movedCharges } from "~/domain/enrolment/moved-charges.ts";
import type { PriceList } from "~/domain/enrolment/price-list.ts";
import type { DueTerm } from "~/domain/pricing/payment-plan.ts";
import { placesLeft } from "~/edge/enrolments/cohort-places.ts";
import { savingLearner } from "~/edge/enrolments/enrolment-store.ts";
import { settingNextDue } from "~/edge/enrolments/late-payments.ts";
import { writingChanges } from "~/edge/enrolments/mails/changed-mail.ts";
import { updateEnrolment } from "~/edge/enrolments/update-enrolment.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";
import { oneLine } from "~/edge/payments/stored-text.ts";
import type { DeskEnrolment } from "../enrolment/desk-enrolment.ts";
import { knownCohorts } from "../list/known-cohorts.ts";
import { act } from "./act.ts";
import { recipientsText } from "./recipients-text.ts";

interface Move {
  readonly cohort: string;
  readonly firstClass: Day | null;
}

/** Moves a learner to another cohort of the same course; what is still to be paid moves too. */
export const move = act<Move>({
  name: "move",
  title: "Move to another cohort",
  role: "staff",
  intro: ({ enrolment }) =>
    `Now in: ${enrolment.learner.cohort || "no cohort"}, first class ${enrolment.firstClass ? dayLabel(enrolment.firstClass) : "without a day"}.`,
  fields: async ({ enrolment }, { context }) => [
    {
      name: "cohort",
      label: "Cohort",
      kind: "text",
      value: enrolment.learner.cohort,
      hint: "As the form names it, such as 5 December 2026, cohort 9.",
      suggestions: await knownCohorts(context.db),
    },
    {
      name: "firstClass",
      label: "First class",
      kind: "date",
      value: "",
      hint: "Empty: the day in the cohort's name, if it has one.",
    },
  ],
  read: (typed, { enrolment }) => {
    const cohort = oneLine(typed("cohort"));
    const day = typed("firstClass");
    const firstClass = day === "" ? dayInText(cohort) : day;
    const problems = {
      ...(cohort === "" ? { cohort: "Write the cohort." } : {}),
      ...(cohort.length > 120 ? { cohort: "Write 120 characters at most." } : {}),
      ...(cohort === enrolment.learner.cohort && firstClass === enrolment.firstClass
        ? { cohort: "The learner is in this cohort." }
        : {}),
      ...(firstClass !== null && !isDay(firstClass)
        ? { firstClass: "Write the day as year-month-day: 2026-12-05." }
        : {}),
    };
    return Object.keys(problems).length > 0
      ? { ok: false, problems }
      : { ok: true, input: { cohort, firstClass } };
  },
  confirm: async (to, subject, { context }) => {
    const isFull = (await placesLeft(context, [to.cohort])).get(to.cohort) === 0;
    const moved = movedOf(to, subject, context.prices);
    const count = subject.standing.charges.length;
    return [
      `From ${subject.enrolment.learner.cohort || "no cohort"} to ${to.cohort}, first class ${to.firstClass ? dayLabel(to.firstClass) : "without a day"}.`,
      ...moved.map(
        ({ number, due }) =>
          `${chargeLabel({ number }, count)} is then due ${due ? `on ${dayLabel(due)}` : "on a day to be agreed"}.`,
      ),
      ...(isFull ? ["Every place in that cohort is taken: this is one too many."] : []),
      recipientsText(subject.enrolment, subject.enrolment, "about it"),
    ];
  },
  prepare: async (to, subject, { context }, token) => {
    const { db, now, prices } = context;
    const { enrolment, currency } = subject;
    const { id } = enrolment;
    const key = `${id}:changed:${token}:`;
    const before = enrolment.learner.cohort;
    const after = {
      ...enrolment,
      firstClass: to.firstClass,
      learner: { ...enrolment.learner, cohort: to.cohort },
    };
    const changes = [{ what: "Cohort", before: before || null, after: to.cohort }];
    return {
      summary: `Moved from ${before || "no cohort"} to ${to.cohort}`,
      statements: [
        ...savingLearner(db, id, after.learner, now),
        db.prepare("UPDATE enrolments SET first_class = ? WHERE id = ?").bind(to.firstClass, id),
        ...movedOf(to, subject, prices).map(({ number, due }) =>
          db
            .prepare("UPDATE charges SET due_on = ? WHERE enrolment_id = ? AND currency = ? AND number = ?")
            .bind(due, id, currency, number),
        ),
        settingNextDue(db, id),
        ...(await writingChanges(context, { before: enrolment, after, changes }, { key, byStaff: true })),
      ],
      after: async () => {
        await updateEnrolment(context, id);
        await enqueueLearnerMails(context, key);
      },
    };
  },
});

function movedOf({ firstClass }: Move, { enrolment, standing, currency }: DeskEnrolment, prices: PriceList) {
  const terms = termsOf(prices, enrolment.course.id, enrolment.plan?.id, currency);
  return movedCharges(standing.charges, { from: enrolment.firstClass, to: firstClass, terms });
}

function termsOf(
  { registrationCourses, pricingCourses }: PriceList,
  courseId: string,
  planId: string | undefined,
  currency: "NGN" | "USD",
): readonly DueTerm[] | null {
  const plans = [...registrationCourses, ...pricingCourses].filter(({ id }) => id === courseId);
  const plan = plans.flatMap((course) => course.plans).find(({ id }) => id === planId);
  return plan?.schedules[currency].due ?? null;
}
