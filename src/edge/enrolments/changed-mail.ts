import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import { labelOf, type RegistrationField } from "~/domain/enrolment/registration.ts";
import type { MailChange } from "~/domain/mail/learner-mails.ts";
import { enqueueLearnerMail } from "~/edge/mail/learner-mail.ts";
import type { PaymentContext } from "~/edge/payments/payment-context.ts";
import { cohortInWords, enrolledIn, freshLink } from "./enrolment-mails.ts";
import type { EnrolmentRecord } from "./enrolment-record.ts";

const OTHER_LABELS: Partial<Record<keyof Learner, string>> = {
  guardian: "Guardian",
  consent: "Consent",
  marketing: "News and offers by e-mail",
};

/**
 * Tells a learner that details were changed, at the address from before too where that was one of them: somebody else may
 * have done it. Of what nobody has paid for no mail is sent.
 * @throws when the database fails
 */
export async function tellOfChanges(
  context: PaymentContext,
  before: EnrolmentRecord,
  after: EnrolmentRecord,
): Promise<void> {
  const changes = changesBetween(before.learner, after.learner);
  if (changes.length === 0 || after.state === "begun") return;
  const addresses = new Set([before.learner.email, after.learner.email].filter(isEmailAddress));
  for (const [index, to] of [...addresses].entries()) {
    const link = await freshLink(context, after.id);
    await link.adding.run();
    await enqueueLearnerMail(context, {
      name: "changed",
      to,
      key: `${after.id}:changed:${after.version}:${index}`,
      values: {
        ...enrolledIn(after),
        changes,
        changedOn: lagosDay(context.now),
        byStaff: false,
        enrolmentLink: link.url,
      },
    });
  }
}

function changesBetween(before: Learner, after: Learner): MailChange[] {
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
