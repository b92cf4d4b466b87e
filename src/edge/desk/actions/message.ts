import { chargeLabel, describeChargeDue } from "~/domain/enrolment/charge.ts";
import { hasEnded, missingOf, unpaidCharges } from "~/domain/enrolment/enrolment-status.ts";
import { formatExact } from "~/domain/money/money.ts";
import { lowerFirst } from "~/domain/text.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { lengthProblem, textField } from "~/edge/desk/desk-form.tsx";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { newFlags } from "~/edge/enrolments/enrolment-record.ts";
import { savingSeenFlags } from "~/edge/enrolments/enrolment-store.ts";
import { savingSeenState } from "~/edge/payments/send-staff-notice.ts";
import { defineAction } from "./action.ts";

/** Returns an address in the app's own scheme, because a server's address would store the number. */
export function whatsappAddress(number: string, text: string): string {
  return `whatsapp://send?phone=${number.replace(/\D/g, "")}&text=${encodeURIComponent(text)}`;
}

export function whatsappNumber({ enrolment: { learner } }: Pick<DeskEnrolment, "enrolment">): string {
  return learner.whatsapp || learner.phone;
}

/** The action that notes a message to the learner and hands it to WhatsApp on this device. */
export const message = defineAction<string>({
  name: "message",
  title: "Message by WhatsApp",
  role: "staff",
  isAddition: true,
  intro: (subject) => `To ${whatsappNumber(subject)}. Read it, change what you like, and go on to WhatsApp.`,
  refusal: (subject) =>
    whatsappNumber(subject) === "" ? "No number of this learner is known. Correct the details first." : null,
  fields: async (subject, { context }) => [
    textField("text", "Message", { kind: "textarea", value: suggestedMessage(subject, context) }),
  ],
  read: (typed) => {
    const text = typed("text");
    const problem = text === "" ? "Write the message first." : lengthProblem(text, 1500);
    return problem ? { problems: { text: problem } } : { input: text };
  },
  confirm: null,
  prepare: async (text) => ({ summary: "Wrote a WhatsApp message", detail: text, statements: [] }),
});

/** Returns a greeting, and what the learner has to pay next. */
function suggestedMessage(
  { enrolment, status, currency }: DeskEnrolment,
  { templates }: Pick<AppContext, "templates">,
): string {
  const { name, site } = templates.academy;
  const { learner, course, terms } = enrolment;
  const greeting = ["Hello", learner.firstName].filter(Boolean).join(" ");
  const introduction = `${greeting}, this is ${name}, about ${course.name}.`;
  const [charge] = unpaidCharges(status.charges);
  if (!charge || hasEnded(status)) return introduction;
  const label = chargeLabel(charge, status.charges.length);
  const due = lowerFirst(describeChargeDue(charge, terms.due[currency]));
  const owed = `${label}, ${formatExact(missingOf(charge))}, ${due}`;
  const link = `You can see and pay it here:\n${new URL("/My-enrolment", site).href}`;
  if (charge.status === "overdue") {
    return `${introduction} ${owed}. ${link}\n\nIf something keeps you from paying, please tell us.`;
  }
  return `${introduction} Next to pay: ${owed}. ${link}`;
}

/** The action that clears the flags until something new comes up. */
export const lookedAt = defineAction<readonly string[]>({
  name: "looked-at",
  title: "Looked at",
  role: "staff",
  intro: (subject) =>
    `Takes the flags off the list: ${openFlags(subject).join(", ")}. What is new later is flagged again.`,
  refusal: (subject) => (openFlags(subject).length === 0 ? "There is no flag to take off." : null),
  fields: async () => [],
  read: (_, subject) => ({ input: openFlags(subject) }),
  confirm: null,
  prepare: async (flags, { enrolment, payments }, { context: { db } }) => ({
    summary: `Looked at: ${flags.join(", ")}`,
    statements: [
      savingSeenFlags(db, enrolment.id, enrolment.flags),
      ...payments.map(({ reference, flaggedState }) => savingSeenState(db, reference, flaggedState)),
    ],
  }),
  undo: async (_, { enrolment, payments }, { context: { db } }) => ({
    statements: [
      savingSeenFlags(db, enrolment.id, []),
      ...payments.map(({ reference }) => savingSeenState(db, reference, null)),
    ],
  }),
});

/** Returns the flags of the enrolment and its payments that staff have not looked at. */
export function openFlags({ enrolment, payments }: DeskEnrolment): string[] {
  const ofPayments = payments.flatMap(({ flag, isSeen }) => (flag && !isSeen ? [flag] : []));
  return [
    ...new Set([...newFlags(enrolment.flags, enrolment.seenFlags).map(({ flag }) => flag), ...ofPayments]),
  ];
}
