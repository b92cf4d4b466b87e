import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import { labelOf, type RegistrationField } from "~/domain/enrolment/registration.ts";
import type { MailChange } from "~/domain/mail/learner-mails.ts";
import type { Statement } from "~/edge/database.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import type { PaymentContext } from "~/edge/payments/payment-context.ts";
import type { EnrolmentRecord } from "../enrolment-record.ts";
import { cohortInWords, enrolledIn, freshLink, type MailTools } from "./enrolment-mails.ts";

const OTHER_LABELS: Partial<Record<keyof Learner, string>> = {
  guardian: "Guardian",
  consent: "Consent",
  marketing: "News and offers by e-mail",
};

/**
 * Notifies a learner of changed details, at the previous address too where that was one of them: someone else may have done
 * it. For an enrolment that is not paid for no mail is sent.
 * @throws when the database fails
 */
export async function mailChanges(
  context: PaymentContext,
  before: EnrolmentRecord,
  after: EnrolmentRecord,
): Promise<void> {
  const changes = changesBetween(before.learner, after.learner);
  const key = `${after.id}:changed:${after.version}:`;
  const writing = await writingChanges(context, { before, after, changes }, { key, byStaff: false });
  if (writing.length === 0) return;
  await context.db.batch(writing);
  await enqueueLearnerMails(context, key);
}

/** The statements that write the mails about changes, whose keys begin so; none for an enrolment that is not paid for. */
export async function writingChanges(
  tools: MailTools,
  {
    before,
    after,
    changes,
  }: { before: EnrolmentRecord; after: EnrolmentRecord; changes: readonly MailChange[] },
  { key, byStaff }: { key: string; byStaff: boolean },
): Promise<Statement[]> {
  if (changes.length === 0) return [];
  const statements: Statement[] = [];
  for (const [index, to] of changeRecipients(before, after).entries()) {
    const link = await freshLink(tools, after.id);
    const values = {
      ...enrolledIn(after),
      changes,
      changedOn: lagosDay(tools.now),
      byStaff,
      enrolmentLink: link.url,
    };
    statements.push(
      link.adding,
      storingLearnerMail(tools, { name: "changed", to, key: `${key}${index}`, values }),
    );
  }
  return statements;
}

/** The addresses that are notified of a change, the previous ones too; none for an enrolment that is not paid for. */
export function changeRecipients(before: EnrolmentRecord, after: EnrolmentRecord): string[] {
  if (after.state === "begun") return [];
  return [...new Set([before.learner.email, after.learner.email].filter(isEmailAddress))];
}

/** The learner's details that differ. */
export function changesBetween(before: Learner, after: Learner): MailChange[] {
  const fields = Object.keys(after) as (keyof Learner)[];
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => {
      // The only detail whose values are the academy's own words; no mail repeats what a visitor typed.
      const wordsOf = (learner: Learner) => (field === "cohort" ? cohortInWords(learner.cohort) : null);
      return {
        what: OTHER_LABELS[field] ?? labelOf(field as RegistrationField),
        before: wordsOf(before),
        after: wordsOf(after),
      };
    });
}
