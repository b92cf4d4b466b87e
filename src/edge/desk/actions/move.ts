import { cohortName, findCohort, firstClassOf } from "~/domain/dates/cohort.ts";
import { dayLabel } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { chargeLabel } from "~/domain/enrolment/charge.ts";
import { latestFirst } from "~/edge/desk/cohorts/find-cohorts.ts";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { seatsLeft } from "~/edge/enrolments/cohort-seats.ts";
import { writingChanges } from "~/edge/enrolments/mails/changed-mail.ts";
import { settingCohort } from "~/edge/enrolments/set-cohort.ts";
import { updateEnrolment } from "~/edge/enrolments/update-enrolment.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";
import { defineAction } from "./action.ts";
import { recipientsText } from "./message.ts";

/** Moves a learner to another cohort, by its id; what is still to be paid moves too. */
export const move = defineAction<string>({
  name: "move",
  title: "Move to another cohort",
  role: "staff",
  intro: ({ enrolment }, { context }) =>
    `Now in: ${cohortText(context.prices, enrolment.learner.cohort)}, first class ${enrolment.firstClass ? dayLabel(enrolment.firstClass) : "without a day"}.`,
  fields: async ({ enrolment }, { context: { prices } }) => [
    {
      name: "cohort",
      label: "Cohort",
      kind: "select",
      value: enrolment.learner.cohort,
      options: [
        ["", "Choose one"],
        ...latestFirst(prices.cohorts).map(({ id, name }) => [id, name] as const),
      ],
      hint: "Its first class sets when the rest is due.",
    },
  ],
  read: (typed, { enrolment }, { context: { prices } }) => {
    const cohort = findCohort(prices.cohorts, typed("cohort"));
    if (!cohort) return { ok: false, problems: { cohort: "Choose a cohort of the list." } };
    // Who joined once it had started has none of its dates.
    const isDated = enrolment.firstClass === firstClassOf(cohort);
    return cohort.id === enrolment.learner.cohort && isDated
      ? { ok: false, problems: { cohort: "The learner is in this cohort." } }
      : { ok: true, input: cohort.id };
  },
  confirm: async (cohort, subject, { context }) => {
    const { enrolment, status } = subject;
    const { prices } = context;
    const isFull = (await seatsLeft(context, [cohort])).get(cohort) === 0;
    const { after } = settingCohort(context, enrolment, cohort);
    return [
      `From ${cohortText(prices, enrolment.learner.cohort)} to ${cohortText(prices, cohort)}, first class ${after.firstClass ? dayLabel(after.firstClass) : "without a day"}.`,
      ...movedOf(cohort, subject, context).map(
        ({ number, due }) =>
          `${chargeLabel({ number }, status.charges.length)} is then due ${due ? `on ${dayLabel(due)}` : "on a day to be agreed"}.`,
      ),
      ...(isFull ? ["Every seat in that cohort is taken: this is one too many."] : []),
      recipientsText(enrolment, enrolment, "about it"),
    ];
  },
  prepare: async (cohort, { enrolment }, { context }, token) => {
    const { id } = enrolment;
    const { prices } = context;
    const key = `${id}:changed:${token}:`;
    const before = enrolment.learner.cohort;
    const { after, statements } = settingCohort(context, enrolment, cohort);
    const changes = [
      {
        what: "Cohort",
        before: before === "" ? null : cohortName(prices.cohorts, before),
        after: cohortName(prices.cohorts, cohort),
      },
    ];
    return {
      summary: `Moved from ${cohortText(prices, before)} to ${cohortText(prices, cohort)}`,
      statements: [
        ...statements,
        ...(await writingChanges(context, { before: enrolment, after, changes }, { key, byStaff: true })),
      ],
      after: async () => {
        await updateEnrolment(context, id);
        await enqueueLearnerMails(context, key);
      },
    };
  },
});

function cohortText({ cohorts }: PriceList, id: string): string {
  return cohortName(cohorts, id) || "no cohort";
}

/** What is not paid yet and is due on another day then. */
function movedOf(
  cohort: string,
  { enrolment, status, currency }: DeskEnrolment,
  context: Parameters<typeof settingCohort>[0],
) {
  const unpaid = status.charges.filter(({ status }) => status !== "paid").map(({ number }) => number);
  return settingCohort(context, enrolment, cohort).moved.filter(
    (charge) => charge.currency === currency && unpaid.includes(charge.number),
  );
}
