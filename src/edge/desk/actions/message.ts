import { dueTermsOf } from "~/domain/enrolment/agreement.ts";
import { chargeLabel, describeChargeDue } from "~/domain/enrolment/charge.ts";
import { missingOf, unpaidCharges } from "~/domain/enrolment/enrolment-status.ts";
import type { MailChange } from "~/domain/mail/learner-mails.ts";
import { formatExact } from "~/domain/money/money.ts";
import { lowerFirst } from "~/domain/text.ts";
import type { DeskRequest } from "~/edge/desk/desk-request.ts";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { savingSeenFlags } from "~/edge/enrolments/enrolment-store.ts";
import { changeRecipients, writingChanges } from "~/edge/enrolments/mails/changed-mail.ts";
import { updateEnrolment } from "~/edge/enrolments/update-enrolment.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";
import { savingSeenFlagsOf } from "~/edge/payments/payment-store.ts";
import { type ActionEffect, defineAction } from "./action.ts";

const LONGEST = 1500;

/** The app's own scheme: through no server's address, which would store the number. */
export function whatsappAddress(number: string, text: string): string {
  return `whatsapp://send?phone=${number.replace(/\D/g, "")}&text=${encodeURIComponent(text)}`;
}

export function whatsappNumber({ enrolment: { learner } }: Pick<DeskEnrolment, "enrolment">): string {
  return learner.whatsapp || learner.phone;
}

/** A message to the learner, already written. The desk notes it, and hands it to WhatsApp on this device. */
export const message = defineAction<string>({
  name: "message",
  title: "Message by WhatsApp",
  role: "staff",
  isAddition: true,
  intro: (subject) => `To ${whatsappNumber(subject)}. Read it, change what you like, and go on to WhatsApp.`,
  refusal: (subject) =>
    whatsappNumber(subject) === "" ? "No number of this learner is known. Correct the details first." : null,
  fields: async (subject, { context }) => [
    { name: "text", label: "Message", kind: "textarea", value: written(subject, context) },
  ],
  read: (typed) => {
    const text = typed("text");
    if (text === "") return { problems: { text: "Write the message first." } };
    if (text.length > LONGEST) {
      return { problems: { text: `Write ${LONGEST} characters at most; this has ${text.length}.` } };
    }
    return { input: text };
  },
  confirm: null,
  prepare: async (text) => ({ summary: "Wrote a WhatsApp message", detail: text, statements: [] }),
});

function written(
  { enrolment, status, currency }: DeskEnrolment,
  { templates, prices }: Pick<DeskRequest["context"], "templates" | "prices">,
): string {
  const { name, site } = templates.academy;
  const { learner, course } = enrolment;
  const hello = `Hello${learner.firstName ? ` ${learner.firstName}` : ""}, this is ${name}, about ${course.name}.`;
  const [next] = unpaidCharges(status.charges);
  const where = `You can see and pay it here:\n${new URL("/My-enrolment", site).href}`;
  if (!next || enrolment.withdrawnOn) return hello;
  const label = chargeLabel(next, status.charges.length);
  const amount = formatExact(missingOf(next));
  const terms = dueTermsOf(prices, enrolment, currency);
  const owed = `${label}, ${amount}, ${lowerFirst(describeChargeDue(next, terms))}`;
  if (next.status === "overdue") {
    return `${hello} ${owed}. ${where}\n\nIf something keeps you from paying, please tell us.`;
  }
  return `${hello} Next to pay: ${owed}. ${where}`;
}

/** The effect of what staff change of an enrolment: its learner is mailed, once for each mark. */
export async function changeEffect(
  context: DeskRequest["context"],
  before: EnrolmentRecord,
  mark: string,
  {
    after = before,
    changes,
    statements,
    ...words
  }: Omit<ActionEffect, "after"> & { after?: EnrolmentRecord; changes: readonly MailChange[] },
): Promise<ActionEffect> {
  const key = `${before.id}:changed:${mark}:`;
  const mails = await writingChanges(context, { before, after, changes }, { key, byStaff: true });
  return {
    ...words,
    statements: [...statements, ...mails],
    after: async () => {
      await updateEnrolment(context, before.id);
      await enqueueLearnerMails(context, key);
    },
  };
}

/** Who is notified by mail of what staff change, in a sentence. @param what the mail says: "about it" */
export function recipientsText(before: EnrolmentRecord, after: EnrolmentRecord, what: string): string {
  const { length } = changeRecipients(before, after);
  if (length > 0) return `${length > 1 ? "Both addresses get" : "The learner gets"} an email ${what}.`;
  return `No email is sent: ${after.state === "started" ? "nothing is paid for this enrolment" : "no address is known"}.`;
}

/** Clears the flags, until something new comes up. */
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
  prepare: async (flags, { enrolment: { id } }, { context: { db } }) => ({
    summary: `Looked at: ${flags.join(", ")}`,
    statements: [savingSeenFlags(db, id, { isSeen: true }), savingSeenFlagsOf(db, id, { isSeen: true })],
  }),
  undo: async (_, { enrolment: { id } }, { context: { db } }) => ({
    summary: "",
    statements: [savingSeenFlags(db, id, { isSeen: false }), savingSeenFlagsOf(db, id, { isSeen: false })],
  }),
});

/** Flags of the enrolment and of its payments that staff have not looked at. */
export function openFlags({ enrolment, payments }: DeskEnrolment): string[] {
  const ofPayments = payments.flatMap(({ flag, seenFlag }) => (flag && flag !== seenFlag ? [flag] : []));
  return [
    ...new Set([...enrolment.flags.filter((flag) => !enrolment.seenFlags.includes(flag)), ...ofPayments]),
  ];
}
