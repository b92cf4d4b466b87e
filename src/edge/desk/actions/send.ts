import { formatExact } from "~/domain/money/money.ts";
import { maskedEmail } from "~/edge/desk/desk-parts.tsx";
import { mailsOf } from "~/edge/desk/enrolment/desk-enrolment.ts";
import type { EnrolmentPayment } from "~/edge/enrolments/enrolment-payments.ts";
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
  fields: async ({ enrolment, payments }, { context }) => [
    {
      name: "what",
      label: "What to send",
      kind: "select",
      value: LINK,
      options: [
        [LINK, "A new link to My enrolment"],
        ...withReceipt(payments).map(
          ({ reference, held }) => [reference, `The receipt of ${formatExact(held)}, ${reference}`] as const,
        ),
        ...(
          await mailsOf(
            context.db,
            enrolment.id,
            payments.map(({ reference }) => reference),
          )
        )
          .filter(({ status, hasText }) => status === "failed" && hasText)
          .map(({ id, subject }) => [`mail-${id}`, `Could not be delivered: ${subject}`] as const),
      ],
    },
  ],
  read: (typed, { payments }) => {
    const what = typed("what");
    const isSendable =
      what === LINK ||
      FAILED_MAIL.test(what) ||
      withReceipt(payments).some(({ reference }) => reference === what);
    return isSendable ? { input: what } : { problems: { what: "Choose what to send." } };
  },
  confirm: async (what, { enrolment }) => {
    const email = maskedEmail(enrolment.learner.email);
    if (what === LINK)
      return [`An email with a new link goes to ${email}. Once it’s opened, older links stop working.`];
    if (what.startsWith("mail-")) return ["We’ll retry the email for a day."];
    return [`The receipt of ${what} goes to ${email} again, with what is left to pay now.`];
  },
  prepare: async (what, { enrolment, payments, status }, { context }, token) => {
    const { db } = context;
    const { email } = enrolment.learner;
    const failed = FAILED_MAIL.exec(what)?.[1];
    if (failed) {
      const id = Number(failed);
      return {
        subject: failed,
        summary: "Retried an undelivered email",
        statements: tryingAgain(db, id, context.now),
        after: () => enqueueMail(context.jobs, id),
      };
    }
    const payment = payments.find(({ reference }) => reference === what);
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
    const link = await freshLink(context, enrolment.id, { isReplacing: true });
    const { firstName, courseName, cohort } = enrolledIn(context, enrolment);
    const values = { firstName, enrolments: [{ courseName, cohort, link: link.url }] };
    return {
      summary: "Sent a fresh link",
      statements: [link.adding, storingLearnerMail(context, { name: "link", to: email, key, values })],
      after,
    };
  },
});
