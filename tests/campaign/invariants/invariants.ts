/** What must hold at the end of every run, seen from outside: the providers' books, mailboxes, pages, the database. */
import { chargesPaidTwice } from "./charges-paid-twice.ts";
import { wrongPayouts } from "./compared-books.ts";
import type { Ends } from "./ends.ts";
import { missingLateLists } from "./late-lists.ts";
import { wrongWords } from "./latest-word.ts";
import { wrongPages } from "./pages.ts";
import { paidTwice } from "./paid-twice.ts";
import { wrongReceipts } from "./receipts.ts";
import { wrongRecords } from "./records.ts";
import { wrongReminders } from "./reminders.ts";
import { wrongStandings } from "./standings.ts";
import { unnotifiedPayers } from "./unnotified-payers.ts";

/** What is wrong, a sentence each; nothing where all holds. */
export function brokenInvariants(ends: Ends): string[] {
  return [
    ...wrongRecords(ends),
    ...paidTwice(ends),
    ...unnotifiedPayers(ends),
    ...wrongWords(ends),
    ...wrongPages(ends),
    ...wrongPayouts(ends),
    ...lostMails(ends),
    ...wrongReceipts(ends),
    ...wrongStandings(ends),
    ...chargesPaidTwice(ends),
    ...wrongReminders(ends),
    ...missingLateLists(ends),
  ];
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
