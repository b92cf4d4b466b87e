/** The rules that compare payments taken, recorded and shown with the providers' books. */
import type { StoredOrder } from "~/sandbox/providers/paypal-shapes.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { UNCONFIRMED } from "../mailboxes.ts";
import { HOUR, MINUTE } from "../plan.ts";
import { SHOP } from "../strangers.ts";
import {
  type Ends,
  holdsMoney,
  type Invariants,
  isCharged,
  type Payment,
  readersOf,
  sum,
  takenBy,
} from "./ends.ts";

const PAID_WORDS = ["notifying", "received", "notNotified", "earlier: paid", "earlier: short-paid"];

/** The state of a refund at the end, by the provider's word for it. */
const REFUND_STATES: Readonly<Record<string, string>> = {
  processed: "done",
  COMPLETED: "done",
  failed: "failed",
  FAILED: "failed",
};

/** Returns when the payer agreed to an order; Infinity where nobody did. */
const agreedAt = ({ approvedAt }: StoredOrder) => (approvedAt ? Date.parse(approvedAt) : Infinity);
/** Returns whether an order's money was taken, or is held back. */
const isTaken = (order: StoredOrder) => holdsMoney(order) || order.capture?.status === "PENDING";

/** Returns whether a page could perhaps not notify the edge. */
function isInTrouble(at: number, ends: Ends): boolean {
  const { line, workers, database } = ends.plan;
  const since = ends.sinceTroubled(at);
  const isDatabase = database.some(({ from, until }) => from <= since + MINUTE && since < until);
  return line.until > since || workers.until > since || isDatabase;
}

function isNotified({ charges, words, mails }: Payment, order: StoredOrder): boolean {
  const agreed = agreedAt(order);
  const saysNotPaid = words.some(
    ({ at, says }) => at >= agreed && /^notPaid|^earlier: (unpaid|null)/.test(says),
  );
  // They agreed in PayPal's own window, after they had closed the page's dialog and read that nothing is charged.
  const createdAt = Date.parse(order.createdAt);
  const isGivenUp = words.some(
    ({ at, says }) => createdAt <= at && at < agreed && says.startsWith("notPaid"),
  );
  const reports = mails.filter(({ number, says }) => number !== null || says === UNCONFIRMED);
  return charges > 0 || saysNotPaid || isGivenUp || readersOf(reports) === STAFF.length;
}

/** PayPal said nothing, and could not be asked as long as it knew. */
function isUnknowable(order: StoredOrder, ends: Ends): boolean {
  const { chance, until } = ends.plan.provider;
  const since = ends.sinceTroubled(agreedAt(order));
  return !ends.providers.reportedAt.has(order.id) && chance === 1 && until >= since + 2 * HOUR;
}

/** The longest time after an approval in which an edge that is notified in time still takes the money. */
const IN_TIME_MS = 5 * MINUTE;

/**
 * Returns whether another payment's money for one of its charges was taken or held back before this one
 * could be.
 */
function isPaidOtherwise({ reference, row }: Payment, by: number, { payments }: Ends): boolean {
  if (!row?.enrolment_id) return false;
  const numbers: number[] = JSON.parse(row.charges);
  return payments.some((other) => {
    if (other.reference === reference || other.row?.enrolment_id !== row.enrolment_id) return false;
    const otherNumbers: number[] = JSON.parse(other.row.charges);
    if (!otherNumbers.some((number) => numbers.includes(number))) return false;
    const isHeldBack = (order: StoredOrder) => order.captureMode === "pending" && takenBy(order).at <= by;
    return other.chargedAt <= by || other.orders.some(isHeldBack);
  });
}

/** The edge was notified in time, nothing failed from then on, no page gave it up, and it was owed all the time. */
function isMissed(payment: Payment, order: StoredOrder, ends: Ends): boolean {
  const { charges, words, row } = payment;
  const { plan, providers } = ends;
  const reportedAt = providers.reportedAt.get(order.id) ?? Infinity;
  const inTime = agreedAt(order) + IN_TIME_MS;
  if (charges > 0 || reportedAt > inTime || isPaidOtherwise(payment, inTime, ends)) return false;
  const troubles = [plan.provider, plan.workers, plan.queue, ...plan.database];
  const isWell = troubles.every(({ until }) => until <= ends.sinceTroubled(reportedAt));
  const refused = words.some(({ says }) => says.startsWith("notPaid"));
  const isWithdrawn = ends.stops.some((stop) => stop.isWithdrawal && stop.enrolment === row?.enrolment_id);
  return isWell && !refused && !isWithdrawn && order.refusals === 0;
}

export const OF_PAYMENTS: Invariants = {
  *"What is recorded is what the providers' books say."({ payments, covered }) {
    for (const { reference, row, charges, chargedMinor, heldMinor, status } of payments) {
      if (charges > 0 && !row) yield `${reference} was charged and is not recorded.`;
      if (!row || (row.status === status && row.paid_minor === heldMinor)) continue;
      const recorded = `${row.status}, ${row.flag}, ${row.paid_minor}`;
      yield `${reference} was charged ${chargedMinor}, of which ${heldMinor} are left, and is recorded ${recorded}.`;
    }
    for (const { id, currency, owed, covered: paid } of covered) {
      const itsPayments = payments.filter(
        (payment) => payment.row?.enrolment_id === id && payment.currency === currency,
      );
      const held = sum(itsPayments.map(({ heldMinor }) => heldMinor));
      if (paid === Math.min(held, owed)) continue;
      yield `${held} is held for ${id}, and ${paid} of ${owed} are covered by its charges.`;
    }
  },

  *"A refund is made once for each request, of no more than is held, and followed to its end."({
    refunds,
    providers,
  }) {
    yield* providers.overdrawn;
    const requested = providers.requestedRefunds();
    for (const { id, reference, state } of refunds) {
      const providerRefunds = requested.filter(({ by }) => by.endsWith(id));
      if (providerRefunds.length > 1)
        yield `${reference} was refunded ${providerRefunds.length} times for one request.`;
      const [{ status } = { status: "failed" }] = providerRefunds;
      if (state !== REFUND_STATES[status])
        yield `A refund of ${reference} is ${status}, and is called ${state}.`;
    }
  },

  *"Receipts and credit notes are numbered without a gap, and come to what the academy holds."(ends) {
    for (const [series, papers] of Map.groupBy(ends.papers, ({ kind, year }) => `${kind} ${year}`)) {
      const numbers = papers.map(({ number }) => number);
      if (numbers.some((number, index) => number !== index + 1)) yield `${series}: ${numbers.join(", ")}.`;
    }
    for (const { reference, currency, charges, heldMinor } of ends.payments) {
      const itsPapers = ends.papers.filter(
        (paper) => paper.reference === reference && paper.currency === currency,
      );
      const receipts = itsPapers.filter(({ kind }) => kind === "receipt");
      const amounts = itsPapers.map(({ kind, amount_minor }) =>
        kind === "receipt" ? amount_minor : -amount_minor,
      );
      if (receipts.length === charges && sum(amounts) === heldMinor) continue;
      const documented = `${receipts.length} receipts, and ${sum(amounts)} by its papers`;
      yield `${reference} was charged ${charges} times, ${heldMinor} are left, and has ${documented}.`;
    }
  },

  *"A month's accounts say what was charged in it."({ months }) {
    for (const { month, currency, minor, sums } of months) {
      const received = sums.find((sum) => sum.currency === currency)?.receivedMinor ?? 0;
      if (received !== minor)
        yield `${minor} ${currency} came in ${month}, and the accounts say ${received}.`;
    }
  },

  *"Another shop's payment changes nothing."({ recorded, mails }) {
    for (const reference of recorded.filter((each) => each.startsWith(SHOP))) {
      yield `${reference} is recorded, which is another shop's.`;
    }
    for (const { to, subject } of mails.filter(({ html }) => html.includes(SHOP))) {
      yield `${to} read "${subject}" of another shop's payment.`;
    }
  },

  *"Every webhook of a provider is understood."({ providers }) {
    for (const event of providers.refused) yield `The edge refused ${event}.`;
  },

  /** Finds double payments. One that could not be prevented is reported to staff. */
  *"Nobody pays twice for one thing unless they said so."({ payments, words, leftOpen }) {
    for (const { reference, charges } of payments) {
      if (charges > 1) yield `${reference} was charged ${charges} times.`;
    }
    const paid = payments.filter(({ charges, reference }) => charges > 0 && !leftOpen.has(reference));
    const paidUnder = (own: Ends["words"]) =>
      [...new Set(own.map(({ reference }) => reference))].flatMap((reference) =>
        paid.filter((payment) => payment.reference === reference),
      );
    // In one browser only who said that the first was not paid, or read that its money went back, may pay again.
    for (const [what, own] of Map.groupBy(words, ({ browser, thing }) => `${browser}, ${thing}`)) {
      const tries = paidUnder(own);
      const isOver = (payment: Payment) =>
        payment.words.some(
          ({ says }) =>
            says === "visitor: not paid" || (says === "earlier: refunded" && payment.status === "refunded"),
        );
      if (tries.slice(0, -1).every(isOver)) continue;
      const references = tries.map(({ reference }) => reference).join(" and ");
      yield `${what}: charged ${tries.length} times, ${references}.`;
    }
    // All but one of what is paid for the same thing are flagged to staff; what is short-paid they look at anyway.
    for (const [thing, own] of Map.groupBy(words, (word) => word.thing)) {
      const held = paidUnder(own).filter(({ status }) => status === "paid");
      const flagged = held.filter(({ mails }) => mails.some(({ flag }) => flag.includes("paid twice")));
      if (held.length < 2 || flagged.length >= held.length - 1) continue;
      yield `${thing}: paid ${held.length} times, of which staff heard ${flagged.length} times.`;
    }
  },

  /** They are charged, or they or the staff read that they were not. */
  *"Everybody who agreed to pay learns how it ended."(ends) {
    for (const payment of ends.payments) {
      const what = `${payment.reference} was agreed to and not charged`;
      for (const order of payment.orders.filter((each) => each.approvedAt && !isTaken(each))) {
        const isKnown = isNotified(payment, order) || isUnknowable(order, ends);
        if (!isKnown) yield `${what}, and nobody was notified.`;
        if (isMissed(payment, order, ends)) yield `${what}, though nothing stood in the way.`;
      }
    }
  },

  /** A capture is tried under a request id of its own: PayPal answers the same one as it did before. */
  *"Each try at a capture is answered for itself."({ payments }) {
    for (const { reference, orders } of payments) {
      for (const { staleReply } of orders.filter((order) => order.staleReply)) {
        const as = staleReply === "of another order" ? "another one" : "before";
        yield `A capture of ${reference} was answered as ${as}, though it could be made.`;
      }
    }
  },

  *"A page never says paid of what was not charged."(ends) {
    for (const { says, reference } of ends.words) {
      if (!PAID_WORDS.includes(says) || isCharged(ends, reference)) continue;
      yield `A page said "${says}" of ${reference}, which was not charged.`;
    }
    for (const { reference, orders, words } of ends.payments) {
      for (const order of orders.filter(isTaken)) {
        const { at } = takenBy(order);
        const last = words.findLast((word) => word.at < at);
        if (!last?.says.startsWith("notPaid") || isInTrouble(last.at, ends)) continue;
        const minutes = Math.round((at - last.at) / 6000) / 10;
        yield `${reference} was charged ${minutes} minutes after its page had said "${last.says}".`;
      }
    }
  },
};
