import { DAY_MS } from "~/domain/dates/day.ts";
import { amountText } from "~/domain/money/amount-text.ts";
import { standingOf } from "~/domain/payments/payment-history.ts";
import type { PersonalData, PersonRegistration } from "~/edge/forget/personal-data.ts";

/** A provider repeats a webhook that was not taken for three days. */
const REPEATED_FOR_MS = 3 * DAY_MS;

/** What is done, or would be done, with everything that is kept of a person. */
export function erasureReport(
  email: string,
  { mails, registrations, enrolments, subscriptions, mentions }: PersonalData,
  { isDone, now }: { isDone: boolean; now: Date },
): string {
  if ([mails, registrations, enrolments, subscriptions, mentions].every((list) => list.length === 0)) {
    return `Nothing is kept of ${email}. Whoever registered under another address is found by that one.`;
  }
  const verb = isDone ? "was" : "would be";
  const waiting = mails.filter(({ status }) => status === "queued").length;
  const isRecent = registrations.some(
    ({ createdAt }) => now.getTime() - new Date(createdAt).getTime() < REPEATED_FOR_MS,
  );
  return [
    `${email}:`,
    `- mails ${isDone ? "deleted" : "to be deleted"}: ${mails.length}${waiting > 0 ? `, not delivered yet: ${waiting}` : ""}`,
    ...registrations.map((registration) => `- ${line(registration, verb)}`),
    ...enrolments.map(
      ({ id, isBegunOnly }) =>
        `- ${id}: ${isBegunOnly ? `the enrolment ${verb} deleted` : `the learner's details and every link ${verb === "was" ? "were" : verb} deleted; what is owed and paid stays for the accounts`}`,
    ),
    ...(subscriptions.length > 0
      ? [`- newsletter and notices: ${subscriptions.length} ${verb === "was" ? "were" : verb} deleted`]
      : []),
    ...mentions.map(
      (reference) =>
        `- ${reference}: somebody else's registration names this address, as a guardian's perhaps. It stays: forget that person by their own address if it must go`,
    ),
    "",
    ...(isDone
      ? ["Done. What this command cannot reach:", ...ELSEWHERE]
      : ["Nothing was changed. Add --yes to do it."]),
    ...(isDone && isRecent
      ? [
          "- A registration is of the last three days: a payment provider may still repeat its data. Run this again then.",
        ]
      : []),
  ].join("\n");
}

const ELSEWHERE = [
  "- the mailboxes of the staff who got those mails, and the mail provider's own records",
  "- Paystack and PayPal, which keep payments as the law asks of them",
  "- lists that were downloaded at the desk, and copies of the database (Cloudflare keeps 30 days: Time Travel)",
];

function line(registration: PersonRegistration, verb: string): string {
  const { reference, course, currency, paidMinor, isAccounted, isPayerOnly } = registration;
  const name = `${reference}, ${course}, ${standingOf(registration)}`;
  const verbs = verb === "was" ? "were" : verb;
  if (isPayerOnly) return `${name}, paid for somebody else: the payer's name and address ${verbs} deleted`;
  return isAccounted
    ? `${name}, ${amountText(currency, paidMinor)}: name, addresses, phone and details ${verbs} deleted; reference, course and amounts stay for the accounts`
    : `${name}: ${verb} deleted`;
}
