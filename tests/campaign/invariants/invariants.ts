/** What must hold at the end of every run, seen from outside: the providers' books, mailboxes, pages, the database. */
import type { Ends } from "./ends.ts";
import { capturesAfterPayment, chargesPaidTwice, startedApart, wrongStatuses } from "./enrolments.ts";
import { lostMails, wrongPayouts, wrongReceipts, wrongWords } from "./mails.ts";
import { paidTwice, staleReplies, unnotifiedPayers, wrongPages, wrongRecords } from "./payments.ts";
import { missingLateLists, wrongReminders } from "./reminders.ts";

/** What must hold, each with what finds where it does not: a sentence for each place. */
export const INVARIANTS: Readonly<Record<string, (ends: Ends) => string[]>> = {
  "What is recorded is what the providers' books say.": wrongRecords,
  "Nobody pays twice for one thing unless they said so.": paidTwice,
  "Everybody who agreed to pay learns how it ended.": unnotifiedPayers,
  "Each try at a capture is answered for itself.": staleReplies,
  "Staff can always tell which notice is the latest.": wrongWords,
  "A page never says paid of what was not charged.": wrongPages,
  "Payouts are known, and those that failed reported.": wrongPayouts,
  "No mail is lost.": lostMails,
  "Each payment has one receipt.": wrongReceipts,
  "My enrolment shows what the books say.": wrongStatuses,
  "No checkout opens for what is paid.": chargesPaidTwice,
  "No money is taken for what is known to be paid.": capturesAfterPayment,
  "Who pays the same at once pays one payment.": startedApart,
  "Reminders come when they should, once, and stop.": wrongReminders,
  "Staff are told of each late payment.": missingLateLists,
};
