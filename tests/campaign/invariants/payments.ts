/** The rules that compare payments taken, recorded and shown with the providers' books. */
import type { StoredOrder } from "~/sandbox/providers/paypal-shapes.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { UNCONFIRMED } from "../mailboxes.ts";
import { HOUR, MINUTE } from "../plan.ts";
import { SHOP } from "../strangers.ts";
import {
  type FinishedRun,
  holdsMoney,
  isCharged,
  type Payment,
  type Rules,
  readersOf,
  sum,
  takenBy,
} from "./finished-run.ts";

const PAID_MESSAGES = ["notifying", "received", "notNotified", "earlier: paid", "earlier: short-paid"];

/** The stored state of a refund, by the provider's status. */
const REFUND_STATES: Readonly<Record<string, string>> = {
  processed: "done",
  COMPLETED: "done",
  failed: "failed",
  FAILED: "failed",
};

/** Returns the time of an order's approval; `Infinity` without one. */
const approvalTime = ({ approvedAt }: StoredOrder) => (approvedAt ? Date.parse(approvedAt) : Infinity);
/** Returns whether an order's money was taken or is held back. */
const isTaken = (order: StoredOrder) => holdsMoney(order) || order.capture?.status === "PENDING";

/** Returns whether trouble may have kept a page from notifying the edge. */
function isInTrouble(at: number, run: FinishedRun): boolean {
  const { line, workers, database } = run.plan;
  const since = run.sinceTroubled(at);
  const isDatabase = database.some(({ from, until }) => from <= since + MINUTE && since < until);
  return line.until > since || workers.until > since || isDatabase;
}

/** Returns whether the payer or all of staff know what became of an approved order. */
function isOutcomeKnown({ timesCharged, messages, mails }: Payment, order: StoredOrder): boolean {
  const approvedAt = approvalTime(order);
  const createdAt = Date.parse(order.createdAt);
  const saysNotPaid = messages.some(
    ({ at, text }) => at >= approvedAt && /^notPaid|^earlier: (unpaid|null)/.test(text),
  );
  // The payer closed the page's dialog, read that nothing is charged, and approved the order in PayPal's window.
  const isGivenUp = messages.some(
    ({ at, text }) => createdAt <= at && at < approvedAt && text.startsWith("notPaid"),
  );
  const reports = mails.filter(({ number, reported }) => number !== null || reported === UNCONFIRMED);
  return timesCharged > 0 || saysNotPaid || isGivenUp || readersOf(reports) === STAFF.length;
}

/** Returns whether PayPal neither reported an approval nor could be asked before it expired. */
function isUnknowable(order: StoredOrder, run: FinishedRun): boolean {
  const { chance, until } = run.plan.provider;
  const since = run.sinceTroubled(approvalTime(order));
  return !run.providers.reportedAt.has(order.id) && chance === 1 && until >= since + 2 * HOUR;
}

/** The longest time from an approval to its report after which the edge still has to take the money. */
const IN_TIME_MS = 5 * MINUTE;

/** Returns whether another payment's money for one of the same charges was taken or held back by a time. */
function isPaidByAnother(
  { reference, row, chargeNumbers }: Payment,
  by: number,
  { payments }: FinishedRun,
): boolean {
  const otherPayments = payments.filter(
    (other) => other.reference !== reference && other.row?.enrolment_id === row?.enrolment_id,
  );
  const isHeldBack = (order: StoredOrder) => order.captureMode === "pending" && takenBy(order).at <= by;
  return otherPayments.some(
    (other) =>
      other.chargeNumbers.some((number) => chargeNumbers.includes(number)) &&
      (other.chargedAt <= by || other.orders.some(isHeldBack)),
  );
}

/**
 * Returns whether the edge failed to take an approved order's money although PayPal reported the approval in time,
 * nothing failed since, no page gave the order up, and its charges were owed.
 */
function isMissed(payment: Payment, order: StoredOrder, run: FinishedRun): boolean {
  const { timesCharged, messages, row } = payment;
  const { plan, providers } = run;
  const reportedAt = providers.reportedAt.get(order.id) ?? Infinity;
  const latest = approvalTime(order) + IN_TIME_MS;
  if (timesCharged > 0 || reportedAt > latest || isPaidByAnother(payment, latest, run)) return false;
  const troubles = [plan.provider, plan.workers, plan.queue, ...plan.database];
  const isWell = troubles.every(({ until }) => until <= run.sinceTroubled(reportedAt));
  const isGivenUp = messages.some(({ text }) => text.startsWith("notPaid"));
  const isWithdrawn = run.stops.some((stop) => stop.isWithdrawal && stop.enrolment === row?.enrolment_id);
  return isWell && !isGivenUp && !isWithdrawn && order.refusals === 0;
}

export const PAYMENT_RULES: Rules = {
  *"Records agree with the providers' books."({ payments, covered }) {
    for (const { reference, row, timesCharged, chargedMinor, heldMinor, status } of payments) {
      if (timesCharged > 0 && !row) yield `${reference} was charged and is not recorded.`;
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
    yield* providers.excessiveRefunds;
    const requested = providers.requestedRefunds();
    for (const { id, reference, state } of refunds) {
      const providerRefunds = requested.filter(({ marker }) => marker.endsWith(id));
      if (providerRefunds.length > 1)
        yield `${reference} was refunded ${providerRefunds.length} times for one request.`;
      const [{ status } = { status: "failed" }] = providerRefunds;
      if (state !== REFUND_STATES[status])
        yield `A refund of ${reference} is ${status}, and is called ${state}.`;
    }
  },

  *"Receipts and credit notes are numbered without a gap, and come to what the academy holds."(run) {
    for (const [series, papers] of Map.groupBy(run.papers, ({ kind, year }) => `${kind} ${year}`)) {
      const numbers = papers.map(({ number }) => number);
      if (numbers.some((number, index) => number !== index + 1)) yield `${series}: ${numbers.join(", ")}.`;
    }
    for (const { reference, currency, timesCharged, heldMinor } of run.payments) {
      const itsPapers = run.papers.filter(
        (paper) => paper.reference === reference && paper.currency === currency,
      );
      const receipts = itsPapers.filter(({ kind }) => kind === "receipt");
      const amounts = itsPapers.map(({ kind, amount_minor }) =>
        kind === "receipt" ? amount_minor : -amount_minor,
      );
      if (receipts.length === timesCharged && sum(amounts) === heldMinor) continue;
      const documented = `${receipts.length} receipts, and ${sum(amounts)} by its papers`;
      yield `${reference} was charged ${timesCharged} times, ${heldMinor} are left, and has ${documented}.`;
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
    for (const reference of recorded.filter((recordedReference) => recordedReference.startsWith(SHOP))) {
      yield `${reference} is recorded, which is another shop's.`;
    }
    for (const { to, subject } of mails.filter(({ html }) => html.includes(SHOP))) {
      yield `${to} read "${subject}" of another shop's payment.`;
    }
  },

  *"Every webhook of a provider is understood."({ providers }) {
    for (const event of providers.rejectedWebhooks) yield `The edge refused ${event}.`;
  },

  *"Nobody pays twice for one thing unless they said so."({ payments, messages, leftOpen }) {
    for (const { reference, timesCharged } of payments) {
      if (timesCharged > 1) yield `${reference} was charged ${timesCharged} times.`;
    }
    const paid = payments.filter(
      ({ timesCharged, reference }) => timesCharged > 0 && !leftOpen.has(reference),
    );
    const paymentsIn = (group: FinishedRun["messages"]) =>
      [...new Set(group.map(({ reference }) => reference))].flatMap((reference) =>
        paid.filter((payment) => payment.reference === reference),
      );
    // A browser allows another payment only after its visitor said that the first was not made, or read of its refund.
    const mayFollow = (payment: Payment) =>
      payment.messages.some(
        ({ text }) =>
          text === "visitor: not paid" || (text === "earlier: refunded" && payment.status === "refunded"),
      );
    const byBrowser = Map.groupBy(messages, ({ browser, purchase }) => `${browser}, ${purchase}`);
    for (const [name, group] of byBrowser) {
      const attempts = paymentsIn(group);
      if (attempts.slice(0, -1).every(mayFollow)) continue;
      const references = attempts.map(({ reference }) => reference).join(" and ");
      yield `${name}: charged ${attempts.length} times, ${references}.`;
    }
    // Staff look at all that is short-paid, so it needs no such flag. Payments of one enrolment make it overpaid.
    for (const [purchase, group] of Map.groupBy(messages, (message) => message.purchase)) {
      const held = paymentsIn(group).filter(({ status }) => status === "paid");
      const flagged = held.filter(({ mails }) => mails.some(({ flag }) => flag.includes("paid twice")));
      const enrolmentCount = new Set(held.map(({ row, reference }) => row?.enrolment_id ?? reference)).size;
      if (enrolmentCount < 2 || flagged.length >= enrolmentCount - 1) continue;
      yield `${purchase}: paid ${held.length} times, of which staff heard ${flagged.length} times.`;
    }
  },

  /** The payer is charged, or the payer or staff read that nothing was charged. */
  *"Everybody who agreed to pay learns how it ended."(run) {
    for (const payment of run.payments) {
      const problem = `${payment.reference} was agreed to and not charged`;
      for (const order of payment.orders.filter((candidate) => candidate.approvedAt && !isTaken(candidate))) {
        const isExplained = isOutcomeKnown(payment, order) || isUnknowable(order, run);
        if (!isExplained) yield `${problem}, and nobody was notified.`;
        if (isMissed(payment, order, run)) yield `${problem}, though nothing stood in the way.`;
      }
    }
  },

  /** Each attempt needs its own request id, since PayPal answers a repeated id with its first answer. */
  *"PayPal answers each capture attempt on its own."({ payments }) {
    for (const { reference, orders } of payments) {
      for (const { staleReply } of orders.filter((order) => order.staleReply)) {
        const model = staleReply === "of another order" ? "another one" : "before";
        yield `A capture of ${reference} was answered as ${model}, though it could be made.`;
      }
    }
  },

  *"A page never calls a payment paid that was not charged."(run) {
    for (const { text, reference } of run.messages) {
      if (!PAID_MESSAGES.includes(text) || isCharged(run, reference)) continue;
      yield `A page said "${text}" of ${reference}, which was not charged.`;
    }
    for (const { reference, orders, messages } of run.payments) {
      for (const order of orders.filter(isTaken)) {
        const { at } = takenBy(order);
        const last = messages.findLast((message) => message.at < at);
        if (!last?.text.startsWith("notPaid") || isInTrouble(last.at, run)) continue;
        const minutes = Math.round((at - last.at) / 6000) / 10;
        yield `${reference} was charged ${minutes} minutes after its page had said "${last.text}".`;
      }
    }
  },
};
