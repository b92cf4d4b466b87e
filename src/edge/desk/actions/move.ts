import { type Cohort, cohortName, findCohort, firstClassOf } from "~/domain/dates/cohort.ts";
import { type Day, dayLabel } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { chargeLabel } from "~/domain/enrolment/charge.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type FormField, selectField } from "~/edge/desk/desk-form.tsx";
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
    `Now in: ${cohortText(context.prices, enrolment.learner.cohort)}, ${firstClassText(enrolment.firstClass)}.`,
  fields: async ({ enrolment }, { context: { prices } }) => [
    cohortField("cohort", "Cohort", latestFirst(prices.cohorts), enrolment.learner.cohort),
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
    const { enrolment, status, currency } = subject;
    const { prices } = context;
    const isFull = (await seatsLeft(context, [cohort])).get(cohort) === 0;
    const { after, moved } = settingCohort(context, enrolment, cohort);
    const unpaid = status.charges.filter(({ status }) => status !== "paid").map(({ number }) => number);
    const movedCharges = moved.filter(
      (charge) => charge.currency === currency && unpaid.includes(charge.number),
    );
    return [
      `From ${cohortText(prices, enrolment.learner.cohort)} to ${cohortText(prices, cohort)}, ${firstClassText(after.firstClass)}.`,
      ...movedCharges.map(({ number, due }) => {
        const day = due ? `on ${dayLabel(due)}` : "on a day to be agreed";
        return `${chargeLabel({ number }, status.charges.length)} is then due ${day}.`;
      }),
      ...(isFull ? ["Every seat in that cohort is taken: this is one too many."] : []),
      recipientsText(enrolment, "about it"),
    ];
  },
  prepare: async (cohort, { enrolment }, { context }, token) => moveEffect(context, enrolment, cohort, token),
});

/** Returns the field that chooses a cohort to move to. */
export function cohortField(
  name: string,
  label: string,
  cohorts: readonly Cohort[],
  value: string,
): FormField {
  const options = cohorts.map((cohort) => [cohort.id, cohort.name] as const);
  const hint = "Its first class sets when the rest is due.";
  return selectField(name, label, [["", "Choose one"], ...options], { value, hint });
}

/** Returns the effect of moving a learner to a cohort. */
export async function moveEffect(
  context: AppContext,
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
  return { ...(await changeEffect(context, enrolment, token, { after, changes, statements })), summary };
}

export function cohortText({ cohorts }: PriceList, id: string): string {
  return cohortName(cohorts, id) || "no cohort";
}

export function firstClassText(firstClass: Day | null): string {
  return `first class ${firstClass ? dayLabel(firstClass) : "without a day"}`;
}
