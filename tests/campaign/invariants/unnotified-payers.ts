import { STAFF } from "../../fixtures/enrolment.ts";
import type { Account, Agreement } from "../books.ts";
import { HOUR, MINUTE, type Trouble } from "../trouble.ts";
import { sinceTroubled } from "../world.ts";
import type { Ends } from "./ends.ts";
import { browserWord, noticesIn, referenceIn } from "./notices.ts";

/** How long after an approval an edge that is notified in time still takes the money. */
const IN_TIME_MS = 5 * MINUTE;

/** A capture is tried under a request id of its own: PayPal answers the same one as it did before. */
export function staleReplies({ accounts }: Ends): string[] {
  return accounts.flatMap(({ reference, agreements }) =>
    agreements.flatMap(({ staleReply }) => {
      if (!staleReply) return [];
      const as = staleReply === "of another order" ? "another one" : "before";
      return [`A capture of ${reference} was answered as ${as}, though it could be made.`];
    }),
  );
}

/** Everybody who agreed to pay hears how it ended: they are charged, or they or the staff read that they were not. */
export function unnotifiedPayers(ends: Ends): string[] {
  return ends.accounts.flatMap((account) =>
    account.agreements
      .filter(({ chargedAt }) => chargedAt === null)
      .flatMap((agreement) => [
        ...(isNotified(account, agreement, ends) || isUnknowable(agreement, ends)
          ? []
          : [`${account.reference} was agreed to and not charged, and nobody was notified.`]),
        ...(isMissed(account, agreement, ends)
          ? [`${account.reference} was agreed to and not charged, though nothing stood in the way.`]
          : []),
      ]),
  );
}

function isNotified({ reference, charges }: Account, { at }: Agreement, ends: Ends): boolean {
  if (charges > 0) return true;
  const notifiedStaff = new Set([
    ...noticesIn(ends.received).flatMap((each) => (each.reference === reference ? [each.to] : [])),
    ...ends.received.flatMap((mail) =>
      browserWord(mail) === "unconfirmed" && referenceIn(mail) === reference ? [mail.to] : [],
    ),
  ]);
  return saysNotPaid(reference, at, ends) || notifiedStaff.size === STAFF.length;
}

function saysNotPaid(reference: string, since: number, { words }: Ends): boolean {
  return words.some(
    (word) =>
      word.reference === reference && word.at >= since && /^notPaid|^earlier: (unpaid|null)/.test(word.says),
  );
}

/** PayPal said nothing, and could not be asked as long as it knew. */
function isUnknowable({ orderId, at }: Agreement, ends: Ends): boolean {
  const { chance, until } = ends.plan.provider;
  const isKnown = ends.approvalsReported.has(orderId);
  return !isKnown && chance === 1 && until >= sinceTroubled(ends, at) + 2 * HOUR;
}

/** The edge was notified in time, nothing failed from then on, and no page gave it up. */
function isMissed({ reference, charges }: Account, { orderId, at }: Agreement, ends: Ends): boolean {
  const { plan, approvalsReported, words } = ends;
  const reportedAt = approvalsReported.get(orderId);
  if (charges > 0 || reportedAt === undefined || reportedAt > at + IN_TIME_MS) return false;
  const isOver = ({ until }: Trouble<unknown>) => until <= sinceTroubled(ends, reportedAt);
  const isWell = [plan.provider, plan.workers, plan.queue, ...plan.database].every(isOver);
  const refused = words.some((word) => word.reference === reference && word.says.startsWith("notPaid"));
  return isWell && !refused && !ends.refusedOrders.has(orderId);
}
