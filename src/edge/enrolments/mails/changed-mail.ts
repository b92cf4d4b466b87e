import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { type Learner, learnerKeys } from "~/domain/enrolment/learner.ts";
import { labelOf, type RegistrationField } from "~/domain/enrolment/registration.ts";
import type { MailChange } from "~/domain/mail/learner-mails.ts";
import type { Statement } from "~/edge/database.ts";
import { storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { endingKeys } from "../enrolment-keys.ts";
import type { EnrolmentRecord } from "../enrolment-record.ts";
import { cohortInWords, enrolledIn, freshLink, type MailTools } from "./enrolment-mails.ts";

const OTHER_LABELS: Partial<Record<keyof Learner, string>> = {
  guardian: "Guardian",
  consent: "Consent",
  marketing: "News and offers by email",
};

/**
 * The statements that write the mails about changes, whose keys begin so; none for an enrolment that is not paid for. Another
 * e-mail address ends all keys of the learner: whoever reads the former one may have links. That address gets a notice
 * without a link and without the changes, the new one a link of its own.
 */
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
  const recipients = changeRecipients(before, after);
  const isMoved = recipients.length > 0 && isOtherAddress(before, after);
  const statements = isMoved ? [endingKeys(tools.db, after.id, "learner")] : [];
  const notice = { ...enrolledIn(tools, after), changedOn: lagosDay(tools.now), byStaff };
  for (const [index, to] of recipients.entries()) {
    const mail = { name: "changed", to, key: `${key}${index}` } as const;
    if (isSameAddress(to, after.learner.email)) {
      const link = await freshLink(tools, after.id);
      const values = { ...notice, changes, enrolmentLink: link.url };
      statements.push(link.adding, storingLearnerMail(tools, { ...mail, values }));
    } else {
      const values = { ...notice, firstName: null, changes: null, enrolmentLink: null };
      statements.push(storingLearnerMail(tools, { ...mail, values }));
    }
  }
  return statements;
}

/** The addresses that are notified of a change, the former one too; none for an enrolment that is not paid for. */
export function changeRecipients(before: EnrolmentRecord, after: EnrolmentRecord): string[] {
  if (after.state === "started") return [];
  const former = isOtherAddress(before, after) ? [before.learner.email] : [];
  return [...former, after.learner.email].filter(isEmailAddress);
}

/** Whether the learner's e-mail address is another one now, and not only spelt otherwise. */
export function isOtherAddress(before: EnrolmentRecord, after: EnrolmentRecord): boolean {
  return !isSameAddress(before.learner.email, after.learner.email);
}

function isSameAddress(one: string, other: string): boolean {
  return learnerKeys({ email: one, phone: "" }).email === learnerKeys({ email: other, phone: "" }).email;
}

export function changesBetween(
  before: Learner,
  after: Learner,
  prices: Pick<PriceList, "cohorts">,
): MailChange[] {
  const fields = Object.keys(after) as (keyof Learner)[];
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => {
      // The only detail whose values are the academy's own words; no mail repeats what a visitor typed.
      const wordsOf = (learner: Learner) =>
        field === "cohort" ? cohortInWords(prices, learner.cohort) : null;
      return {
        what: OTHER_LABELS[field] ?? labelOf(field as RegistrationField),
        before: wordsOf(before),
        after: wordsOf(after),
      };
    });
}
