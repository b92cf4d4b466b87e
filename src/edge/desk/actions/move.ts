import { cohortName, findCohort, firstClassOf } from "~/domain/dates/cohort.ts";
import { dayLabel } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { chargeLabel } from "~/domain/enrolment/charge.ts";
import type { DeskRequest } from "~/edge/desk/desk-request.ts";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { latestFirst } from "~/edge/desk/list/selection.ts";
import { seatsLeft } from "~/edge/enrolments/cohort-seats.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { settingCohort } from "~/edge/enrolments/set-agreement.ts";
import { type ActionEffect, changeEffect, defineAction, recipientsText } from "./action.ts";

/** The action that moves a learner to another cohort, by its id. The due dates move too. */
export const move = defineAction<string>({
  name: "move",
  title: "Move to another cohort",
  role: "staff",
  intro: ({ enrolment }, { context }) =>
    `Now in: ${cohortText(context.prices, enrolment.learner.cohort)}, ${firstClassText(enrolment)}.`,
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
    if (!cohort) return { problems: { cohort: "Choose a cohort of the list." } };
    // A learner who joined after the start has none of the cohort's dates.
    const isDated = enrolment.firstClass === firstClassOf(cohort);
    return cohort.id === enrolment.learner.cohort && isDated
      ? { problems: { cohort: "The learner is in this cohort." } }
      : { input: cohort.id };
  },
  confirm: async (cohort, subject, { context }) => {
    const { enrolment, status } = subject;
    const { prices } = context;
    const isFull = (await seatsLeft(context, [cohort])).get(cohort) === 0;
    const { after } = settingCohort(context, enrolment, cohort);
    return [
      `From ${cohortText(prices, enrolment.learner.cohort)} to ${cohortText(prices, cohort)}, ${firstClassText(after)}.`,
      ...movedOf(cohort, subject, context).map(
        ({ number, due }) =>
          `${chargeLabel({ number }, status.charges.length)} is then due ${due ? `on ${dayLabel(due)}` : "on a day to be agreed"}.`,
      ),
      ...(isFull ? ["Every seat in that cohort is taken: this is one too many."] : []),
      recipientsText(enrolment, enrolment, "about it"),
    ];
  },
  prepare: async (cohort, { enrolment }, { context }, token) => moveEffect(context, enrolment, cohort, token),
});

/** Returns the effect of moving a learner to a cohort. */
export function moveEffect(
  context: DeskRequest["context"],
  enrolment: EnrolmentRecord,
  cohort: string,
  token: string,
): Promise<ActionEffect> {
  const { prices } = context;
  const formerCohort = enrolment.learner.cohort;
  const { after, statements } = settingCohort(context, enrolment, cohort);
  const changes = [
    {
      what: "Cohort",
      before: formerCohort === "" ? null : cohortName(prices.cohorts, formerCohort),
      after: cohortName(prices.cohorts, cohort),
    },
  ];
  const summary = `Moved from ${cohortText(prices, formerCohort)} to ${cohortText(prices, cohort)}`;
  return changeEffect(context, enrolment, token, { after, changes, summary, statements });
}

export function cohortText({ cohorts }: PriceList, id: string): string {
  return cohortName(cohorts, id) || "no cohort";
}

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

function firstClassText({ firstClass }: Pick<EnrolmentRecord, "firstClass">): string {
  return `first class ${firstClass ? dayLabel(firstClass) : "without a day"}`;
}
