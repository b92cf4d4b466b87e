import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { type Learner, learnerKeys } from "~/domain/enrolment/learner.ts";
import { labelOf, type RegistrationField } from "~/domain/enrolment/registration.ts";
import type { MailChange } from "~/domain/mail/learner-mails.ts";
import { type Database, type Statement, sql, statement } from "~/edge/database.ts";
import { enqueueJob, type JobQueue } from "~/edge/jobs/jobs.ts";
import { storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { endingKeys } from "../enrolment-keys.ts";
import type { EnrolmentRecord } from "../enrolment-record.ts";
import {
  cohortInWords,
  enrolledIn,
  freshLink,
  type MailTools,
  waitingReminders,
  withdrawingReminders,
} from "./enrolment-mails.ts";

const OTHER_LABELS: Partial<Record<keyof Learner, string>> = {
  guardian: "Guardian",
  consent: "Consent",
  marketing: "News and offers by email",
};

interface EnrolmentChange {
  readonly before: EnrolmentRecord;
  readonly after: EnrolmentRecord;
  readonly changes: readonly MailChange[];
}

/**
 * Returns the statements that write the mails about changes; empty for an unpaid enrolment.
 * Another e-mail address ends all keys, payers' too, because readers of the former one may have links. The
 * former address gets a notice without a link and without the changes, the new one a link of its own. Mails
 * that wait for the former address are withdrawn; `updateEnrolment` writes the receipts among them again.
 */
export async function writingChanges(
  tools: MailTools,
  { before, after, changes }: EnrolmentChange,
  { keyPrefix, byStaff }: { keyPrefix: string; byStaff: boolean },
): Promise<Statement[]> {
  if (changes.length === 0) return [];
  const recipients = changeRecipients(before, after);
  const isNewAddress = recipients.length > 0 && isOtherAddress(before, after);
  const statements = isNewAddress ? leavingAddress(tools.db, after.id) : [];
  const notice = { ...enrolledIn(tools, after), changedOn: lagosDay(tools.now), byStaff };
  for (const [index, to] of recipients.entries()) {
    const mail = { name: "changed", to, key: `${keyPrefix}${index}` } as const;
    if (isSameAddress(to, after.learner.email)) {
      const link = await freshLink(tools, after.id);
      const values = { ...notice, changes, enrolmentLink: link.url };
      statements.push(link.insertStatement, storingLearnerMail(tools, { ...mail, values }));
    } else {
      const values = { ...notice, firstName: null, changes: null, enrolmentLink: null };
      statements.push(storingLearnerMail(tools, { ...mail, values }));
    }
  }
  return statements;
}

/** Returns the statements that end the keys mailed to a former address, and withdraw its waiting mails. */
function leavingAddress(db: Database, id: string): Statement[] {
  const receipt = sql`idempotency_key = 'learner:' || payments.reference || ':receipt'
    AND mails.status IN ('queued', 'failed') AND claimed_until IS NULL`;
  return [
    endingKeys(db, id, "learner"),
    endingKeys(db, id, "payer"),
    statement(db)`UPDATE payments SET receipt_at = NULL
      WHERE enrolment_id = ${id} AND EXISTS (SELECT 1 FROM mails WHERE ${receipt})`,
    statement(db)`DELETE FROM mails WHERE id IN (
      SELECT mails.id FROM payments JOIN mails ON ${receipt} WHERE payments.enrolment_id = ${id})`,
    ...withdrawingReminders(db, id),
  ];
}

/**
 * Finds the reminders that wait for an address, before they are withdrawn.
 * @returns a function that has them written again for the new address
 */
export async function rewritingReminders(
  { db, jobs }: { readonly db: Database; readonly jobs: JobQueue },
  { id, currency }: Pick<EnrolmentRecord, "id" | "currency">,
): Promise<() => Promise<void>> {
  const numbers = await waitingReminders(db, id);
  return async () => {
    if (!currency) return;
    for (const number of numbers) await enqueueJob(jobs, { type: "reminder", id, currency, number });
  };
}

/** Returns the addresses that are notified of a change, the former one too; empty for an unpaid enrolment. */
export function changeRecipients(before: EnrolmentRecord, after = before): string[] {
  if (after.state === "started") return [];
  const former = isOtherAddress(before, after) ? [before.learner.email] : [];
  return [...former, after.learner.email].filter(isEmailAddress);
}

/** Whether the learner's e-mail address has changed, and not only its spelling. */
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
      // No mail repeats what a visitor typed. Only a cohort's name is the academy's own text.
      const wordsOf = (learner: Learner) =>
        field === "cohort" ? cohortInWords(prices, learner.cohort) : null;
      return {
        what: OTHER_LABELS[field] ?? labelOf(field as RegistrationField),
        before: wordsOf(before),
        after: wordsOf(after),
      };
    });
}
