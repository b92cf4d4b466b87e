import { type Day, dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { describeWithdrawal, withdrawalRule } from "~/domain/enrolment/withdrawal-rule.ts";
import { formatExact } from "~/domain/money/money.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { statement } from "~/edge/database.ts";
import { dateField } from "~/edge/desk/desk-form.tsx";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { savingWithdrawal } from "~/edge/enrolments/enrolment-store.ts";
import { changeEffect, defineAction, recipientsText } from "./action.ts";
import { pastDayProblem, REASON_FIELD, readReason } from "./money-fields.ts";

/** The action that ends an enrolment. The money held stays until a refund is recorded. */
export const withdraw = defineAction<Day>({
  name: "withdraw",
  title: "Withdraw",
  role: "staff",
  isOfBooks: true,
  intro: () => "Ends the enrolment. Nothing more is owed or charged. This refunds nothing.",
  refusal: ({ enrolment }) => (enrolment.withdrawnOn ? "This enrolment was withdrawn already." : null),
  fields: async (_, { context }) => [
    dateField("day", "Day on which the learner withdrew", lagosDay(context.now)),
  ],
  read: (typed, _, { context }) => {
    const problem = pastDayProblem(typed("day"), context.now);
    return problem ? { problems: { day: problem } } : { input: typed("day") };
  },
  confirm: async (day, { enrolment, status }) => [
    `Withdrawn on ${dayLabel(day)}. The academy holds ${formatExact(status.paid)}.`,
    `The learner reads in the Terms for that day: “${describeWithdrawal(withdrawalRule(enrolment.firstClass, day), dayLabel)}”`,
    `${recipientsText(enrolment, "about it")} This can be undone.`,
  ],
  prepare: async (day, { enrolment, status, payments }, { context }, token) => {
    const newestCharge = Math.max(0, ...payments.map((payment) => payment.newestCharge));
    const effect = await changeEffect(context, enrolment, token, {
      changes: [{ what: "Enrolment", before: null, after: `withdrawn on ${dayLabel(day)}` }],
      statements: [savingWithdrawal(context.db, enrolment.id, { on: day, newestCharge })],
    });
    return { ...effect, summary: `Withdrawn on ${dayLabel(day)}, with ${formatExact(status.paid)} held` };
  },
  undo: async ({ id: actionId }, { enrolment }, { context }) => {
    const { id, withdrawnOn } = enrolment;
    const formerDay = withdrawnOn && `withdrawn on ${dayLabel(withdrawnOn)}`;
    return changeEffect(context, enrolment, `undone-${actionId}`, {
      changes: [{ what: "Enrolment", before: formerDay, after: "goes on" }],
      statements: [savingWithdrawal(context.db, id, null)],
    });
  },
});

/** The action that ends a learner's portal access, as after a breach of rules. The money stays as it is. */
export const endAccess = defineAction<string>({
  name: "end-access",
  title: "End access",
  role: "staff",
  intro: () => "Ends access to the learning portal. What is owed stays owed. The learner is told by email.",
  refusal: ({ status }) => {
    if (status.isAccessEnded) return "Access has ended already.";
    if (status.state === "active" || status.state === "complete") return null;
    return "This learner has no access to the learning portal.";
  },
  fields: async () => [REASON_FIELD],
  read: (typed) => readReason(typed, "reason"),
  confirm: null,
  prepare: async (reason, { enrolment }, { context }, token) => ({
    ...(await accessEffect(context, enrolment, token, context.now)),
    summary: "Ended access to the learning portal",
    detail: reason,
  }),
  undo: async ({ id: actionId }, { enrolment }, { context }) =>
    accessEffect(context, enrolment, `undone-${actionId}`, null),
});

function accessEffect(context: AppContext, enrolment: EnrolmentRecord, token: string, endedAt: Date | null) {
  const [before, after] = endedAt ? [null, "ended"] : ["ended", "goes on"];
  return changeEffect(context, enrolment, token, {
    changes: [{ what: "Learning portal access", before, after }],
    statements: [
      statement(context.db)`UPDATE enrolments SET access_ended_at = ${endedAt} WHERE id = ${enrolment.id}`,
    ],
  });
}
