import { DAY_MS } from "~/domain/dates/day.ts";

/** How long personal data stays on the server, in days. What each record is for is described where it is stored. */
export const RETENTION_DAYS = {
  /** A delivered mail is in a mailbox; here it only serves to answer "did it go out?". */
  deliveredMail: 90,
  /** A mail that stays in the database because no mail server is set. */
  keptMail: 90,
  /** The text of a learner's or payer's mail that was not delivered: it has a link, whose key opens an enrolment. */
  undeliveredLink: 7,
  /** A mail that could not be delivered, unless staff deal with it before. */
  failedMail: 365,
  /** A payment that was never paid, unless staff have yet to look at its flag or its enrolment is paid for otherwise. */
  unpaidPayment: 30,
  /** The messages of staff to cohorts, since they were sent or stopped. Each mail is stored by itself. */
  cohortMessage: 1,
  /** A message or request that staff have answered, from the day of the answer. */
  doneRequest: 90,
  /** An unanswered message or request, from the day it came. */
  openRequest: 365,
  /** A subscription whose address was never confirmed. */
  unconfirmedSubscription: 7,
  /** Another e-mail address of a learner, which its owner has not confirmed. */
  unconfirmedAddress: 7,
  /** The sender of a provider's own webhooks, since the last one from there. */
  webhookSender: 90,
} as const;

export function oldestKept(days: number, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
