/** What is taken, recorded and shown of payments, against the providers' books. */
import { STAFF } from "../../fixtures/enrolment.ts";
import { HOUR, MINUTE } from "../trouble.ts";
import { type Ends, isCharged, type Payment, readersOf, sum } from "./ends.ts";
import { UNCONFIRMED } from "./mails.ts";

type Agreement = Payment["agreements"][number];

export function* wrongRecords({ payments, covered }: Ends) {
  for (const { reference, row, charges, chargedMinor, heldMinor, status } of payments) {
    if (charges > 0 && !row) yield `${reference} was charged and is not recorded.`;
    if (!row || (row.status === status && row.paid_minor === heldMinor)) continue;
    const recorded = `${row.status}, ${row.flag}, ${row.paid_minor}`;
    yield `${reference} was charged ${chargedMinor}, of which ${heldMinor} are left, and is recorded ${recorded}.`;
  }
  for (const { id, currency, asked, covered: paid } of covered) {
    const own = payments.filter(
      (payment) => payment.row?.enrolment_id === id && payment.currency === currency,
    );
    const held = sum(own.map(({ heldMinor }) => heldMinor));
    if (paid === Math.min(held, asked)) continue;
    yield `${held} is held for ${id}, and ${paid} of ${asked} are covered by its charges.`;
  }
}

/** What could not be prevented is reported to staff. */
export function* paidTwice(ends: Ends) {
  for (const { reference, charges } of ends.payments) {
    if (charges > 1) yield `${reference} was charged ${charges} times.`;
  }
  const paid = ends.attempts.flatMap((attempt) => {
    const payment = ends.payments.find(({ reference }) => reference === attempt.reference);
    return payment && payment.charges > 0 ? [{ ...attempt, payment }] : [];
  });
  // In one browser only who said that the first was not paid, or read that its money went back, may pay again.
  for (const [what, tries] of Map.groupBy(paid, ({ browser, thing }) => `${browser}, ${thing}`)) {
    const isOver = ({ reference, payment: { status, words } }: (typeof tries)[number]) =>
      ends.saidNotPaid.has(reference) ||
      (status === "refunded" && words.some(({ says }) => says === "earlier: refunded"));
    if (tries.slice(0, -1).every(isOver)) continue;
    const references = tries.map(({ reference }) => reference).join(" and ");
    yield `${what}: charged ${tries.length} times, ${references}.`;
  }
  // All but one of what is paid for the same thing are flagged to staff; what is short-paid they look at anyway.
  for (const [thing, tries] of Map.groupBy(paid, (attempt) => attempt.thing)) {
    // Whose dollars tuition are, only PayPal knows.
    if (thing.includes("tuition")) continue;
    const held = [...new Set(tries.map(({ payment }) => payment))].filter(({ status }) => status === "paid");
    const flagged = held.filter(({ mails }) => mails.some(({ flag }) => flag.includes("paid twice")));
    if (held.length < 2 || flagged.length >= held.length - 1) continue;
    yield `${thing}: paid ${held.length} times, of which staff heard ${flagged.length} times.`;
  }
}

const PAID_WORDS = ["notifying", "received", "notNotified", "earlier: paid", "earlier: short-paid"];

export function* wrongPages(ends: Ends) {
  for (const { says, reference } of ends.words) {
    if (!PAID_WORDS.includes(says) || isCharged(ends, reference)) continue;
    yield `A page said "${says}" of ${reference}, which was not charged.`;
  }
  for (const { reference, agreements, words } of ends.payments) {
    for (const { at, chargedAt } of agreements.filter((agreement) => agreement.chargedAt < Infinity)) {
      const last = words.findLast((word) => word.at < chargedAt);
      if (!last?.says.startsWith("notPaid") || last.at < at || isInTrouble(last.at, ends)) continue;
      const minutes = Math.round((chargedAt - last.at) / 6000) / 10;
      yield `${reference} was charged ${minutes} minutes after its page had said "${last.says}".`;
    }
  }
}

/** Whether a page could perhaps not notify the edge. */
function isInTrouble(at: number, ends: Ends): boolean {
  const { line, workers, database } = ends.plan;
  const since = ends.sinceTroubled(at);
  const isDatabase = database.some(({ from, until }) => from <= since + MINUTE && since < until);
  return line.until > since || workers.until > since || isDatabase;
}

/** A capture is tried under a request id of its own: PayPal answers the same one as it did before. */
export function* staleReplies({ payments }: Ends) {
  for (const { reference, agreements } of payments) {
    for (const { order } of agreements) {
      if (!order.staleReply) continue;
      const as = order.staleReply === "of another order" ? "another one" : "before";
      yield `A capture of ${reference} was answered as ${as}, though it could be made.`;
    }
  }
}

/** They are charged, or they or the staff read that they were not. */
export function* unnotifiedPayers(ends: Ends) {
  for (const payment of ends.payments) {
    const what = `${payment.reference} was agreed to and not charged`;
    for (const agreement of payment.agreements.filter(({ chargedAt }) => chargedAt === Infinity)) {
      const isKnown = isNotified(payment, agreement) || isUnknowable(agreement, ends);
      if (!isKnown) yield `${what}, and nobody was notified.`;
      if (isMissed(payment, agreement, ends)) yield `${what}, though nothing stood in the way.`;
    }
  }
}

function isNotified({ charges, words, mails }: Payment, { at }: Agreement): boolean {
  const saysNotPaid = words.some(
    (word) => word.at >= at && /^notPaid|^earlier: (unpaid|null)/.test(word.says),
  );
  const reports = mails.filter(({ number, says }) => number !== null || says === UNCONFIRMED);
  return charges > 0 || saysNotPaid || readersOf(reports) === STAFF.length;
}

/** PayPal said nothing, and could not be asked as long as it knew. */
function isUnknowable({ order, at }: Agreement, ends: Ends): boolean {
  const { chance, until } = ends.plan.provider;
  const isKnown = ends.providers.reportedAt.has(order.id);
  return !isKnown && chance === 1 && until >= ends.sinceTroubled(at) + 2 * HOUR;
}

/** How long after an approval an edge that is notified in time still takes the money. */
const IN_TIME_MS = 5 * MINUTE;

/** The edge was notified in time, nothing failed from then on, and no page gave it up. */
function isMissed({ charges, words }: Payment, { order, at }: Agreement, ends: Ends): boolean {
  const { plan, providers } = ends;
  const reportedAt = providers.reportedAt.get(order.id) ?? Infinity;
  if (charges > 0 || reportedAt > at + IN_TIME_MS) return false;
  const troubles = [plan.provider, plan.workers, plan.queue, ...plan.database];
  const isWell = troubles.every(({ until }) => until <= ends.sinceTroubled(reportedAt));
  const refused = words.some(({ says }) => says.startsWith("notPaid"));
  return isWell && !refused && order.refusals === 0;
}
