/** The rules that compare My enrolment with the providers' books. */
import { isPaidBy } from "~/domain/enrolment/enrolment-status.ts";
import type { StoredOrder } from "~/sandbox/providers/paypal-shapes.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { SECOND } from "../plan.ts";
import { type FinishedRun, type Payment, type Rules, readersOf, sum, takenBy } from "./finished-run.ts";

export type BookedEnrolment = ReturnType<typeof bookedEnrolments>[number];

export function bookedEnrolments(run: FinishedRun) {
  return run.views.map((view) => {
    const itsPayments = run.payments.filter(({ row }) => row?.enrolment_id === view.id);
    const started = itsPayments.map((payment) => ({ ...payment, confirmedAt: confirmedAt(payment, run) }));
    const payments = started.filter(({ timesCharged }) => timesCharged > 0);
    const inOrder = view.charges.toSorted((a, b) => a.number - b.number);
    return {
      view,
      /** The payments that the edge started for the enrolment. */
      started,
      /** The payments that were charged. */
      payments,
      /** The charges in order, each with the sum of all charges up to it, in kobo or cents. */
      owed: inOrder.map(({ number, due }, place) => {
        const upTo = sum(inOrder.slice(0, place + 1).map(({ amount }) => amount.minor));
        return { number, due, upTo };
      }),
      /**
       * The periods in which PayPal held money back without taking it later; `until` is `Infinity` if it
       * still does.
       */
      heldBack: itsPayments.flatMap(({ orders }) => orders.flatMap(holdBackOf)),
      /** Whether staff agreed other dates. Then charges are not paid in the order of their numbers. */
      isReordered: run.dueDates.some(({ enrolment }) => enrolment === view.id),
      /** The amount that was returned. */
      returnedMinor: sum(payments.map(({ chargedMinor, heldMinor }) => chargedMinor - heldMinor)),
    };
  });
}

function holdBackOf(order: StoredOrder) {
  const { status, update_time } = order.capture ?? {};
  const from = takenBy(order).at;
  if (status === "PENDING") return [{ from, until: Infinity }];
  return status === "DECLINED" ? [{ from, until: Date.parse(update_time ?? "") }] : [];
}

/**
 * The messages that show that the edge knows of a payment. "received" is missing for naira, because Paystack's checkout
 * reports it to the page.
 */
const CONFIRMING_MESSAGES = { NGN: ["earlier: paid"], USD: ["received", "earlier: paid"] };

/** Returns the time by which the edge surely knew of a payment; `Infinity` for never. */
function confirmedAt({ reference, currency, messages }: Payment, { providers }: FinishedRun): number {
  const confirming = messages.filter(({ text }) => CONFIRMING_MESSAGES[currency].includes(text));
  const reportedAt = providers.reportedAt.get(reference) ?? Infinity;
  return Math.min(reportedAt, ...confirming.map(({ at }) => at));
}

/**
 * Returns the amount that the edge surely knew of at a time, less all that was ever returned.
 * @param last leaves out payments for charges with greater numbers
 */
export function surelyHeldBy(
  { payments, returnedMinor }: BookedEnrolment,
  at: number,
  last: number = Infinity,
): number {
  const confirmedPayments = payments.filter(
    ({ confirmedAt, chargeNumbers }) => confirmedAt <= at && chargeNumbers.some((number) => number <= last),
  );
  return sum(confirmedPayments.map(({ chargedMinor }) => chargedMinor)) - returnedMinor;
}

interface OwedCharge {
  readonly number: number;
  /** The sum of all charges up to this one. */
  readonly upTo: number;
}

/** Returns whether a charge may have been paid at a time, alone or with all charges before it. */
export function isPerhapsPaidBy(
  { view, payments, isReordered }: BookedEnrolment,
  at: number,
  { number, upTo }: OwedCharge,
): boolean {
  const earlierPayments = payments.filter(({ chargedAt }) => chargedAt <= at);
  const fullPayments = earlierPayments.filter(({ isFull }) => isFull);
  const paidNumbers = new Set(fullPayments.flatMap(({ chargeNumbers }) => chargeNumbers));
  const paidCharges = view.charges.filter((charge) => paidNumbers.has(charge.number));
  // Money that is left over may pay any charge.
  const neededMinor = isReordered ? sum(paidCharges.map(({ amount }) => amount.minor)) + 1 : upTo;
  return (
    paidNumbers.has(number) || sum(earlierPayments.map(({ chargedMinor }) => chargedMinor)) >= neededMinor
  );
}

/** Returns whether the edge surely knew at a time that a charge was paid. */
export function isSurelyPaidBy(booked: BookedEnrolment, at: number, { number, upTo }: OwedCharge): boolean {
  const { payments, isReordered, returnedMinor } = booked;
  if (!isReordered) return surelyHeldBy(booked, at, number) >= upTo;
  const fullPayments = payments.filter(
    ({ chargeNumbers, isFull }) => isFull && chargeNumbers.includes(number),
  );
  return returnedMinor <= 0 && fullPayments.some(({ confirmedAt }) => confirmedAt <= at);
}

/** Returns the enrolments without returned payments. Returned money is owed again, so it may be paid twice. */
const withoutReturns = (run: FinishedRun) =>
  bookedEnrolments(run).filter(({ returnedMinor }) => returnedMinor <= 0);

/** The longest time from a press of Pay to the answer. */
const ANSWER_MS = 30 * SECOND;
/** The longest time from the check of the amount owed to the capture. */
const CAPTURE_MS = 5 * SECOND;

type ViewedCharge = FinishedRun["views"][number]["charges"][number];

const missingOf = ({ amount, paid }: ViewedCharge) => amount.minor - paid.minor;
/** Returns whether a charge counts as paid although a small amount is missing. */
const isForgiven = (charge: ViewedCharge) =>
  charge.status === "paid" && isPaidBy(charge.amount, charge.paid.minor);

export const ENROLMENT_RULES: Rules = {
  /** The amounts are equal to the kobo and the cent, and every learner who paid can open the page. */
  *"My enrolment agrees with the books."(run) {
    if (run.plan.firstClassIn === null) return;
    const paid = run.payments.filter(({ heldMinor }) => heldMinor > 0);
    for (const id of new Set(paid.flatMap(({ row }) => row?.enrolment_id ?? []))) {
      if (!run.views.some((view) => view.id === id))
        yield `${id} was paid for, and its learner cannot open it.`;
    }
    for (const { view, payments, owed } of bookedEnrolments(run)) {
      const { id, paid, left, credit } = view;
      const held = sum(payments.map(({ heldMinor }) => heldMinor));
      const total = owed.at(-1)?.upTo ?? 0;
      const covered = sum(view.charges.map((charge) => charge.paid.minor));
      const forgiven = sum(view.charges.filter(isForgiven).map(missingOf));
      const overpaid = Math.max(0, held - total);
      const notices = run.mails.filter(
        ({ subject, html }) => /^Enrolment:.*overpaid/i.test(subject) && html.includes(id),
      );
      const staff = readersOf(notices);
      if (paid.minor !== held) yield `${id} shows ${paid.minor} paid, and the books hold ${held}.`;
      if (left.minor !== Math.max(0, total - held - forgiven) || covered !== Math.min(held, total))
        yield `${id} shows ${left.minor} left and ${covered} of ${total} covered, of which ${held} is held.`;
      if (credit.minor !== overpaid) yield `${id} shows a credit of ${credit.minor}, and it is ${overpaid}.`;
      if (overpaid > 0 && staff < STAFF.length)
        yield `${id} is overpaid, of which ${staff} of staff have heard.`;
    }
  },

  /** No checkout opens for charges that an earlier payment has paid, by the provider's books. */
  *"No checkout opens for paid charges."(run) {
    for (const { view, started, payments } of withoutReturns(run)) {
      for (const { reference, chargeNumbers, requestedMinor, messages } of started) {
        // Messages under another key belong to a registration, whose visitor may say that the first payment failed.
        const ownMessages = messages.filter(({ purchase }) => purchase === reference);
        const openedAt = [...Map.groupBy(ownMessages, ({ browser }) => browser).values()].map(
          ([first]) => first?.at ?? 0,
        );
        const earlierPayments = payments.filter(
          (payment) =>
            payment.reference !== reference &&
            openedAt.some((at) => payment.chargedAt + ANSWER_MS < at) &&
            payment.isFull &&
            payment.chargedMinor >= requestedMinor &&
            chargeNumbers.every((number) => payment.chargeNumbers.includes(number)),
        );
        const problem = `${view.id}: charge ${chargeNumbers.join(" and ")} was to be paid by ${reference}`;
        for (const payment of earlierPayments) yield `${problem} after ${payment.reference}.`;
      }
    }
  },

  /** PayPal takes no money for a charge if the edge knows another payment for it. */
  *"No money is taken for charges that are known to be paid."(run) {
    for (const { view, payments } of withoutReturns(run)) {
      for (const { reference, currency, chargedAt, chargeNumbers } of payments) {
        if (currency !== "USD") continue;
        const earlierPayments = payments.filter(
          (payment) =>
            payment.reference !== reference &&
            payment.confirmedAt + CAPTURE_MS < chargedAt &&
            payment.isFull &&
            chargeNumbers.some((number) => payment.chargeNumbers.includes(number)),
        );
        const problem = `${view.id}: ${reference} was captured`;
        for (const payment of earlierPayments) yield `${problem} after ${payment.reference} had paid for it.`;
      }
    }
  },

  /** A learner's tabs and devices share one payment. A sponsor's payment is separate. */
  *"Devices that pay the same charges at once share one payment."(run) {
    for (const { view, payments } of withoutReturns(run)) {
      // A payment that was too small leaves its charges open.
      const fullPayments = payments.filter(({ reference, isFull }) => isFull && !run.leftOpen.has(reference));
      const payerAndCharges = ({ chargeNumbers, row }: (typeof fullPayments)[number]) =>
        `${chargeNumbers.toSorted().join()}${row?.is_sponsored ? " for a sponsor" : ""}`;
      for (const [numbers, samePayments] of Map.groupBy(fullPayments, payerAndCharges)) {
        const isRefused = samePayments.some(({ messages }) =>
          messages.some(({ text }) => text === "notPaid: failed"),
        );
        if (samePayments.length < 2 || isRefused) continue;
        const references = samePayments.map(({ reference }) => reference).join(" and ");
        yield `${view.id}: payments ${references} of charge ${numbers} were started apart.`;
      }
    }
  },

  /** A payment after the end of its reservation keeps its price and is flagged. */
  *"A voucher is used no more often than it may."({ voucherUses }) {
    const inTime = voucherUses.filter(({ isOverused }) => isOverused === 0);
    for (const { uses } of inTime.slice(0, 1)) {
      if (inTime.length > uses) yield `${inTime.length} enrolments have used a voucher for ${uses}.`;
    }
    for (const { id, isOverused, flags } of voucherUses) {
      if (isOverused === 1 && !flags.includes("voucher-overused"))
        yield `${id} has overused a voucher, and staff are not notified.`;
    }
  },
};
