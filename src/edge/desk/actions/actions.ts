import { lengthProblem, textField } from "~/edge/desk/desk-form.tsx";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { recordPayment as recordReports } from "~/edge/payment-lifecycle/record-payment.ts";
import { addingEvents, givingUp, historyOf } from "~/edge/payments/payment-events.ts";
import { type AnyAction, defineAction } from "./action.ts";
import { agreeDate, decline } from "./agree-date.ts";
import { addTuition, changeCourse, lowerOwed } from "./change-course.tsx";
import { correct } from "./correct.ts";
import { erase, erasePayer } from "./erase.ts";
import { lookedAt, message } from "./message.ts";
import { move } from "./move.ts";
import { recordPayment } from "./record-payment.ts";
import { recordRefund } from "./record-refund.ts";
import { refundThroughProvider } from "./refund.ts";
import { send } from "./send.ts";
import { endAccess, withdraw } from "./withdraw.ts";

/** The action that adds a note for staff. */
const note = defineAction<string>({
  name: "note",
  title: "Add a note",
  role: "staff",
  isAddition: true,
  intro: () => "For staff alone. It goes when the person is erased.",
  fields: async () => [textField("text", "Note", { kind: "textarea" })],
  read: (typed) => {
    const text = typed("text");
    const problem = text === "" ? "Write the note first." : lengthProblem(text, 2000);
    return problem ? { problems: { text: problem } } : { input: text };
  },
  confirm: null,
  prepare: async (text) => ({ summary: "Wrote a note", detail: text, statements: [] }),
  undo: async () => ({ statements: [] }),
});

/** The action that stops waiting for payments that the provider holds back. */
const stopWaiting = defineAction<readonly string[]>({
  name: "stop-waiting",
  title: "Stop waiting for a payment",
  role: "staff",
  intro: (subject) => `Held back by the provider: ${heldBack(subject).join(", ")}.`,
  refusal: (subject) => (heldBack(subject).length === 0 ? "No payment is held back by the provider." : null),
  fields: async () => [],
  read: (_, subject) => ({ input: heldBack(subject) }),
  confirm: async (references) => [
    `We stop waiting for ${references.join(", ")}: its charges can be paid another way.`,
    "Cancel it at the provider first. If the money still comes, it's recorded and may be too much.",
  ],
  prepare: async (references, _, { context }) => {
    const { db, now } = context;
    const reports = await Promise.all(
      references.map(async (reference) =>
        givingUp(await historyOf(db, reference), { reference, source: "desk", now }),
      ),
    );
    return {
      subject: references.join(" "),
      summary: `Stopped waiting for ${references.join(", ")}`,
      statements: reports.flatMap((report) => addingEvents(db, report, now)),
      after: () => Promise.all(references.map((reference) => recordReports(context, reference))),
    };
  },
});

function heldBack({ payments }: DeskEnrolment): string[] {
  return payments.flatMap(({ flag, reference }) => (flag === "payment-pending" ? [reference] : []));
}

export const ACTIONS: readonly AnyAction[] = [
  message,
  recordPayment,
  send,
  lookedAt,
  stopWaiting,
  note,
  correct,
  move,
  addTuition,
  changeCourse,
  agreeDate,
  decline,
  lowerOwed,
  endAccess,
  withdraw,
  refundThroughProvider,
  recordRefund,
  erasePayer,
  erase,
];
