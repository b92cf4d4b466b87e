import type { Agreement } from "../books.ts";
import { sinceTroubled } from "../world.ts";
import { type Ends, isCharged } from "./ends.ts";

const PAID = ["notifying", "received", "notNotified", "earlier: paid", "earlier: short-paid"];

/** What a page shows of a payment is true. */
export function wrongPages(ends: Ends): string[] {
  const { words, accounts } = ends;
  return [
    ...words
      .filter(({ says, reference }) => PAID.includes(says) && !isCharged(ends, reference))
      .map(({ reference, says }) => `A page said "${says}" of ${reference}, which was not charged.`),
    ...accounts.flatMap((account) =>
      account.agreements.flatMap((agreement) => chargedThough(account.reference, agreement, ends)),
    ),
  ];
}

/** A payer who agreed and reads that nothing was charged is not charged later, unless the page could not notify the edge. */
function chargedThough(reference: string, { at, chargedAt }: Agreement, ends: Ends): string[] {
  const { words, plan } = ends;
  if (chargedAt === null) return [];
  const last = words.findLast((word) => word.reference === reference && word.at < chargedAt);
  if (!last?.says.startsWith("notPaid") || last.at < at) return [];
  const saidAt = sinceTroubled(ends, last.at);
  const couldNotify = plan.line.until <= saidAt && plan.workers.until <= saidAt;
  if (!couldNotify || isInTrouble(saidAt, plan)) return [];
  const minutes = Math.round((chargedAt - last.at) / 6000) / 10;
  return [`${reference} was charged ${minutes} minutes after its page had said "${last.says}".`];
}

function isInTrouble(at: number, { database }: Ends["plan"]): boolean {
  return database.some(({ from, until }) => from <= at + 60_000 && at < until);
}
