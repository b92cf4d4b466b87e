import { type Day, dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { describeWithdrawal, withdrawalRule } from "~/domain/enrolment/withdrawal-rule.ts";
import { formatExact } from "~/domain/money/money.ts";
import { savingWithdrawal } from "~/edge/enrolments/enrolment-store.ts";
import { defineAction } from "./action.ts";
import { changeEffect, recipientsText } from "./change-effect.ts";
import { pastDayProblem } from "./money-fields.ts";

/** Ends an enrolment; the money held stays until a refund is recorded. */
export const withdraw = defineAction<Day>({
  name: "withdraw",
  title: "Withdraw",
  role: "staff",
  isOfBooks: true,
  intro: () => "Ends the enrolment. Nothing more is owed or charged. No money is returned by this.",
  refusal: ({ enrolment }) => (enrolment.withdrawnOn ? "This enrolment was withdrawn already." : null),
  fields: async (_, { context }) => [
    { name: "day", label: "Day on which the learner withdrew", kind: "date", value: lagosDay(context.now) },
  ],
  read: (typed, _, { context }) => {
    const problem = pastDayProblem(typed("day"), context.now);
    return problem ? { problems: { day: problem } } : { input: typed("day") };
  },
  confirm: async (day, { enrolment, status }) => [
    `Withdrawn on ${dayLabel(day)}. The academy holds ${formatExact(status.paid)}.`,
    `The learner reads in the Terms for that day: “${describeWithdrawal(withdrawalRule(enrolment.firstClass, day), dayLabel)}”`,
    `${recipientsText(enrolment, enrolment, "about it")} This can be undone.`,
  ],
  prepare: async (day, { enrolment, status, payments }, { context }, token) =>
    changeEffect(context, enrolment, token, {
      changes: [{ what: "Enrolment", before: null, after: `withdrawn on ${dayLabel(day)}` }],
      summary: `Withdrawn on ${dayLabel(day)}, with ${formatExact(status.paid)} held`,
      statements: [
        savingWithdrawal(context.db, enrolment.id, {
          on: day,
          newestCharge: Math.max(0, ...payments.map(({ newestCharge }) => newestCharge)),
        }),
      ],
    }),
  undo: async ({ id: line }, { enrolment }, { context }) => {
    const { id, withdrawnOn } = enrolment;
    const before = withdrawnOn && `withdrawn on ${dayLabel(withdrawnOn)}`;
    return changeEffect(context, enrolment, `undone-${line}`, {
      changes: [{ what: "Enrolment", before, after: "goes on" }],
      summary: "",
      statements: [savingWithdrawal(context.db, id, null)],
    });
  },
});
