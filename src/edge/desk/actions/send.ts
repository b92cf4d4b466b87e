import { formatExact } from "~/domain/money/money.ts";
import type { AppContext } from "~/edge/app-context.ts";
import type { Statement } from "~/edge/database.ts";
import { selectField } from "~/edge/desk/desk-form.tsx";
import { maskedEmail } from "~/edge/desk/desk-parts.tsx";
import { mailsOf } from "~/edge/desk/enrolment/desk-enrolment.ts";
import type { EnrolmentPayment } from "~/edge/enrolments/enrolment-payments.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { enrolledIn, freshLink, writingReceipt } from "~/edge/enrolments/mails/enrolment-mails.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { enqueueMail, tryingAgain } from "~/edge/mail/mail-store.ts";
import { defineAction } from "./action.ts";

const LINK = "link";
const FAILED_MAIL = /^mail-(\d{1,15})$/;

/** Returns the payments whose receipt can be sent. */
const withReceipt = (payments: readonly EnrolmentPayment[]) =>
  payments.filter(({ held, status, hasReceipt }) => (held.minor > 0 || status === "paid") && hasReceipt);

/** The action that sends a new link, a receipt again, or a mail that could not be delivered. */
export const send = defineAction<string>({
  name: "send",
  title: "Send again",
  role: "staff",
  isAddition: true,
  intro: ({ enrolment }) => `Goes to ${enrolment.learner.email}.`,
  refusal: ({ enrolment }) =>
    enrolment.learner.email === ""
      ? "This learner has no email address yet. Correct the details first."
      : null,
  fields: async ({ enrolment, payments }, { context }) => {
    const references = payments.map(({ reference }) => reference);
    const mails = await mailsOf(context.db, enrolment.id, references);
    const receipts = withReceipt(payments).map(
      ({ reference, held }) => [reference, `The receipt of ${formatExact(held)}, ${reference}`] as const,
    );
    const failedMails = mails
      .filter(({ status, hasText }) => status === "failed" && hasText)
      .map(({ id, subject }) => [`mail-${id}`, `Could not be delivered: ${subject}`] as const);
    const options = [[LINK, "A new link to My enrolment"] as const, ...receipts, ...failedMails];
    return [selectField("what", "What to send", options)];
  },
  read: (typed, { payments }) => {
    const item = typed("what");
    const isReceipt = withReceipt(payments).some(({ reference }) => reference === item);
    const isSendable = item === LINK || FAILED_MAIL.test(item) || isReceipt;
    return isSendable ? { input: item } : { problems: { what: "Choose what to send." } };
  },
  confirm: async (item, { enrolment }) => {
    const email = maskedEmail(enrolment.learner.email);
    if (item === LINK) {
      return [`An email with a new link goes to ${email}. Once it’s opened, older links stop working.`];
    }
    if (FAILED_MAIL.test(item)) return ["We’ll retry the email for a day."];
    return [`The receipt of ${item} goes to ${email} again, with what is left to pay now.`];
  },
  prepare: async (item, { enrolment, payments, status }, { context }, token) => {
    const { db } = context;
    const failed = FAILED_MAIL.exec(item)?.[1];
    if (failed) {
      const id = Number(failed);
      return {
        subject: failed,
        summary: "Retried an undelivered email",
        statements: tryingAgain(db, id, context.now),
        after: () => enqueueMail(context.jobs, id),
      };
    }
    const payment = payments.find(({ reference }) => reference === item);
    const key = `${payment ? payment.reference : enrolment.id}:again:${token}`;
    const after = () => enqueueLearnerMails(context, key);
    if (payment) {
      return {
        subject: payment.reference,
        summary: `Sent the receipt of ${payment.reference} again`,
        statements: await writingReceipt(context, { enrolment, status }, payment, key),
        after,
      };
    }
    const statements = await writingLink(context, enrolment, { key, isReplacing: true });
    return { summary: "Sent a fresh link", statements, after };
  },
});

/** Returns the statements that mail the learner a link to My enrolment. It may replace the earlier ones. */
export async function writingLink(
  context: AppContext,
  enrolment: Pick<EnrolmentRecord, "id" | "learner" | "course" | "plan">,
  { key, isReplacing }: { key: string; isReplacing: boolean },
): Promise<Statement[]> {
  const link = await freshLink(context, enrolment.id, { isReplacing });
  const { firstName, courseName, cohort } = enrolledIn(context, enrolment);
  const values = { firstName, enrolments: [{ courseName, cohort, link: link.url }] };
  const mail = { name: "link", to: enrolment.learner.email, key, values } as const;
  return [link.insertStatement, storingLearnerMail(context, mail)];
}
