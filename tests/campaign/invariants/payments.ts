/** What is taken, recorded and shown of payments, against the providers' books. */
import { STAFF } from "../../fixtures/enrolment.ts";
import { type Account, type Agreement, sum } from "../books.ts";
import { HOUR, MINUTE, type Trouble } from "../trouble.ts";
import type { Attempt } from "../world.ts";
import { accountOf, type Ends, isCharged, rowOf, statusOf } from "./ends.ts";
import { browserWord, noticesIn, referenceIn } from "./mails.ts";

export function wrongRecords(ends: Ends): string[] {
  const { accounts, payments, covered } = ends;
  const wrong = accounts.flatMap((account) => {
    const { reference, charges, chargedMinor, heldMinor } = account;
    if (charges === 0) return [];
    const row = rowOf(ends, reference);
    if (!row) return [`${reference} was charged and is not recorded.`];
    if (row.status === statusOf(account, ends) && row.paid_minor === heldMinor) return [];
    const recorded = `${row.status}, ${row.flag}, ${row.paid_minor}`;
    return [
      `${reference} was charged ${chargedMinor}, of which ${heldMinor} are left, and is recorded ${recorded}.`,
    ];
  });
  const invented = payments
    .filter(({ reference }) => !isCharged(ends, reference))
    .filter(({ status, paid_minor }) => status !== "unpaid" || paid_minor !== 0)
    .map(({ reference, status }) => `${reference} was not charged and is ${status}.`);
  const wrongCharges = covered.flatMap(({ id, currency, asked, covered }) => {
    const own = payments
      .filter(({ enrolment_id }) => enrolment_id === id)
      .flatMap(({ reference }) => accountOf(ends, reference) ?? [])
      .filter((account) => account.currency === currency);
    const held = sum(own.map(({ heldMinor }) => heldMinor));
    return covered === Math.min(held, asked)
      ? []
      : [`${held} is held for ${id}, and ${covered} of ${asked} are covered by its charges.`];
  });
  return [...wrong, ...invented, ...wrongCharges];
}

/** What could not be prevented is reported to staff. */
export function paidTwice(ends: Ends): string[] {
  const paid = ends.attempts.filter(({ reference }) => isCharged(ends, reference));
  return [
    ...ends.accounts
      .filter(({ charges }) => charges > 1)
      .map(({ reference, charges }) => `${reference} was charged ${charges} times.`),
    ...[...Map.groupBy(paid, ({ browser, thing }) => `${browser}, ${thing}`)].flatMap(([what, tries]) =>
      againInBrowser(what, tries, ends),
    ),
    ...[...Map.groupBy(paid, ({ thing }) => thing)].flatMap(([thing, tries]) =>
      unnotifiedDuplicates(thing, tries, ends),
    ),
  ];
}

/** In one browser only who said that the first was not paid, or read that its money went back, may pay again. */
function againInBrowser(what: string, tries: readonly Attempt[], ends: Ends): string[] {
  const references = tries.map(({ reference }) => reference);
  const isOver = (reference: string) => ends.saidNotPaid.has(reference) || wentBack(reference, ends);
  return references.slice(0, -1).every(isOver)
    ? []
    : [`${what}: charged ${tries.length} times, ${references.join(" and ")}.`];
}

/** Whether all of a payment's money went back, and a page has said so. */
function wentBack(reference: string, ends: Ends): boolean {
  const account = accountOf(ends, reference);
  const wasSaid = ends.words.some(
    (word) => word.reference === reference && word.says === "earlier: refunded",
  );
  return wasSaid && account !== undefined && statusOf(account, ends) === "refunded";
}

/** All but one of what is paid for the same thing have been flagged to staff; what is short-paid they look at anyway. */
function unnotifiedDuplicates(thing: string, tries: readonly Attempt[], ends: Ends): string[] {
  // Whose dollars tuition are, only PayPal knows.
  if (thing.includes("tuition")) return [];
  const held = [...new Set(tries.map(({ reference }) => reference))].filter((reference) => {
    const account = accountOf(ends, reference);
    return account && statusOf(account, ends) === "paid";
  });
  if (held.length < 2) return [];
  const flagged = noticesIn(ends).filter(({ flag }) => flag.includes("paid twice"));
  const notified = held.filter((reference) => flagged.some((notice) => notice.reference === reference));
  return notified.length >= held.length - 1
    ? []
    : [`${thing}: paid ${held.length} times, of which staff heard ${notified.length} times.`];
}

const PAID_WORDS = ["notifying", "received", "notNotified", "earlier: paid", "earlier: short-paid"];

export function wrongPages(ends: Ends): string[] {
  return [
    ...ends.words
      .filter(({ says, reference }) => PAID_WORDS.includes(says) && !isCharged(ends, reference))
      .map(({ reference, says }) => `A page said "${says}" of ${reference}, which was not charged.`),
    ...ends.accounts.flatMap((account) =>
      account.agreements.flatMap((agreement) => chargedThough(account, agreement, ends)),
    ),
  ];
}

/** A payer who agreed and reads that nothing was charged is not charged later, unless the page could not notify the edge. */
function chargedThough({ reference }: Account, { at, chargedAt }: Agreement, ends: Ends): string[] {
  const { line, workers, database } = ends.plan;
  if (chargedAt === null) return [];
  const last = ends.words.findLast((word) => word.reference === reference && word.at < chargedAt);
  if (!last?.says.startsWith("notPaid") || last.at < at) return [];
  const saidAt = ends.sinceTroubled(last.at);
  const isInTrouble = database.some(({ from, until }) => from <= saidAt + MINUTE && saidAt < until);
  if (line.until > saidAt || workers.until > saidAt || isInTrouble) return [];
  const minutes = Math.round((chargedAt - last.at) / 6000) / 10;
  return [`${reference} was charged ${minutes} minutes after its page had said "${last.says}".`];
}

/** A capture is tried under a request id of its own: PayPal answers the same one as it did before. */
export function staleReplies({ accounts }: Ends): string[] {
  return accounts.flatMap(({ reference, agreements }) =>
    agreements.flatMap(({ order: { staleReply } }) => {
      if (!staleReply) return [];
      const as = staleReply === "of another order" ? "another one" : "before";
      return [`A capture of ${reference} was answered as ${as}, though it could be made.`];
    }),
  );
}

/** They are charged, or they or the staff read that they were not. */
export function unnotifiedPayers(ends: Ends): string[] {
  return ends.accounts.flatMap((account) => {
    const notCharged = account.agreements.filter(({ chargedAt }) => chargedAt === null);
    const what = `${account.reference} was agreed to and not charged`;
    return notCharged.flatMap((agreement) => [
      ...(isNotified(account, agreement, ends) || isUnknowable(agreement, ends)
        ? []
        : [`${what}, and nobody was notified.`]),
      ...(isMissed(account, agreement, ends) ? [`${what}, though nothing stood in the way.`] : []),
    ]);
  });
}

function isNotified({ reference, charges }: Account, { at }: Agreement, ends: Ends): boolean {
  const saysNotPaid = ends.words.some(
    (word) =>
      word.reference === reference && word.at >= at && /^notPaid|^earlier: (unpaid|null)/.test(word.says),
  );
  const mails = [
    ...noticesIn(ends),
    ...ends.mailboxes.received.filter((mail) => browserWord(mail) === "unconfirmed"),
  ].filter((mail) => referenceIn(mail) === reference);
  return charges > 0 || saysNotPaid || new Set(mails.map(({ to }) => to)).size === STAFF.length;
}

/** PayPal said nothing, and could not be asked as long as it knew. */
function isUnknowable({ order, at }: Agreement, ends: Ends): boolean {
  const { chance, until } = ends.plan.provider;
  const isKnown = ends.providers.approvalsReported.has(order.id);
  return !isKnown && chance === 1 && until >= ends.sinceTroubled(at) + 2 * HOUR;
}

/** How long after an approval an edge that is notified in time still takes the money. */
const IN_TIME_MS = 5 * MINUTE;

/** The edge was notified in time, nothing failed from then on, and no page gave it up. */
function isMissed({ reference, charges }: Account, { order, at }: Agreement, ends: Ends): boolean {
  const { plan, providers, words } = ends;
  const reportedAt = providers.approvalsReported.get(order.id);
  if (charges > 0 || reportedAt === undefined || reportedAt > at + IN_TIME_MS) return false;
  const isOver = ({ until }: Trouble<unknown>) => until <= ends.sinceTroubled(reportedAt);
  const isWell = [plan.provider, plan.workers, plan.queue, ...plan.database].every(isOver);
  const refused = words.some((word) => word.reference === reference && word.says.startsWith("notPaid"));
  return isWell && !refused && order.refusals === 0;
}
