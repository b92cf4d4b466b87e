import { type Day, dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { describeWithdrawal, withdrawalRule } from "~/domain/enrolment/withdrawal-rule.ts";
import { formatWithCode } from "~/domain/money/money.ts";
import { savingWithdrawal } from "~/edge/enrolments/enrolment-store.ts";
import { writingChanges } from "~/edge/enrolments/mails/changed-mail.ts";
import { updateEnrolment } from "~/edge/enrolments/update-enrolment.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";
import { defineAction } from "./action.ts";
import { recipientsText } from "./message.ts";
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
    return problem ? { ok: false, problems: { day: problem } } : { ok: true, input: typed("day") };
  },
  confirm: async (day, { enrolment, status }) => [
    `Withdrawn on ${dayLabel(day)}. The academy holds ${formatWithCode(status.paid)}.`,
    `The learner reads in the Terms for that day: “${describeWithdrawal(withdrawalRule(enrolment.firstClass, day), dayLabel)}”`,
    `${recipientsText(enrolment, enrolment, "about it")} This can be undone.`,
  ],
  prepare: async (day, { enrolment, status }, { context }, token) => {
    const key = `${enrolment.id}:changed:${token}:`;
    const changes = [{ what: "Enrolment", before: null, after: `withdrawn on ${dayLabel(day)}` }];
    return {
      summary: `Withdrawn on ${dayLabel(day)}, with ${formatWithCode(status.paid)} held`,
      statements: [
        savingWithdrawal(context.db, enrolment.id, { on: day, heldMinor: status.paid.minor }),
        ...(await writingChanges(
          context,
          { before: enrolment, after: enrolment, changes },
          { key, byStaff: true },
        )),
      ],
      after: async () => {
        await updateEnrolment(context, enrolment.id);
        await enqueueLearnerMails(context, key);
      },
    };
  },
  undo: async ({ id: line }, { enrolment }, { context }) => {
    const { id, withdrawnOn } = enrolment;
    const key = `${id}:changed:undone-${line}:`;
    const before = withdrawnOn && `withdrawn on ${dayLabel(withdrawnOn)}`;
    const changes = [{ what: "Enrolment", before, after: "goes on" }];
    return {
      summary: "",
      statements: [
        savingWithdrawal(context.db, id, null),
        ...(await writingChanges(
          context,
          { before: enrolment, after: enrolment, changes },
          { key, byStaff: true },
        )),
      ],
      after: async () => {
        await updateEnrolment(context, id);
        await enqueueLearnerMails(context, key);
      },
    };
  },
});
