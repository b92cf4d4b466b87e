/** What must hold at the end of every run, seen from outside: the providers' books, mailboxes, pages, the database. */
import { capturesAfterPayment, chargesPaidTwice, startedApart } from "./charges-paid-twice.ts";
import { wrongPayouts } from "./compared-books.ts";
import type { Ends } from "./ends.ts";
import { wrongWords } from "./latest-word.ts";
import { wrongPages } from "./pages.ts";
import { paidTwice } from "./paid-twice.ts";
import { wrongReceipts } from "./receipts.ts";
import { wrongRecords } from "./records.ts";
import { missingLateLists, wrongReminders } from "./reminders.ts";
import { wrongStatuses } from "./statuses.ts";
import { staleReplies, unnotifiedPayers } from "./unnotified-payers.ts";

/** What must hold, each with what finds where it does not. */
const INVARIANTS: Readonly<Record<string, (ends: Ends) => string[]>> = {
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

/** What is wrong, a sentence each; nothing where all holds. */
export function brokenInvariants(ends: Ends): string[] {
  return Object.values(INVARIANTS).flatMap((problemsIn) => problemsIn(ends));
}

function lostMails({ received, undelivered, lostNotes }: Ends): string[] {
  const repeats = repeatsAmong(received);
  return [
    ...(repeats > lostNotes
      ? [`${repeats} mails came twice, though only ${lostNotes} notes were lost.`]
      : []),
    ...(undelivered > 0 ? [`${undelivered} mails are still not delivered.`] : []),
  ];
}

/** How many mails came again under their Message-ID. */
export function repeatsAmong(received: Ends["received"]): number {
  return received.length - new Set(received.map(({ to, messageId }) => `${to} ${messageId}`)).size;
}
