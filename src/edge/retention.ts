import { DAY_MS } from "~/domain/dates/day.ts";

/** The days for which personal data stays on the server. */
export const RETENTION_DAYS = {
  /** A delivered mail, which only answers the question whether it was sent. */
  deliveredMail: 90,
  /** A mail that is kept because no mail server is set. */
  keptMail: 90,
  /** The text of an undelivered mail to a learner or payer. It has a link whose key opens an enrolment. */
  undeliveredLink: 7,
  /** A failed mail, unless staff deal with it before. */
  failedMail: 365,
  /** An unpaid payment, unless its flag waits for staff or its enrolment is paid otherwise. */
  unpaidPayment: 30,
  /** A message of staff to a cohort, after it was sent or stopped. Its mails are stored separately. */
  cohortMessage: 1,
  /** A message or request that staff have answered, from the day of the answer. */
  doneRequest: 90,
  /** An unanswered message or request, from the day it came. */
  openRequest: 365,
  /** A subscription whose address was never confirmed. */
  unconfirmedSubscription: 7,
  /** A learner's new e-mail address that its owner has not confirmed. */
  unconfirmedAddress: 7,
  /** The sender's address of a provider's webhooks, after the last one from it. */
  webhookSender: 90,
} as const;

export function oldestKept(days: number, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
