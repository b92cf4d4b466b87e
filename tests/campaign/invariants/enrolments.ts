/** The rules that compare each enrolment its learner has looked at with the providers' books. */
import { isPaidBy } from "~/domain/enrolment/enrolment-status.ts";
import type { StoredOrder } from "~/sandbox/providers/paypal-shapes.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { SECOND } from "../plan.ts";
import { type Ends, type Invariants, type Payment, readersOf, sum, takenBy } from "./ends.ts";

export type BookedEnrolment = ReturnType<typeof bookedEnrolments>[number];

export function bookedEnrolments(ends: Ends) {
  return ends.views.map((view) => {
    const itsPayments = ends.payments.filter(({ row }) => row?.enrolment_id === view.id);
    const started = itsPayments.map((payment) => ({
      ...payment,
      /** The numbers of the charges for which the edge started it. */
      pays: JSON.parse(payment.row?.charges ?? "[]") as number[],
      /** The amount that was asked; 0 where the edge does not know it. */
      askedMinor: payment.row?.expected_minor ?? 0,
      confirmedAt: confirmedAt(payment, ends),
    }));
    const payments = started.filter(({ charges }) => charges > 0);
    const inOrder = view.charges.toSorted((a, b) => a.number - b.number);
    return {
      view,
      /** The payments that the edge started for the enrolment. */
      started,
      /** The payments that were charged. */
      payments,
      /** The oldest due first, each with what is to be paid before it is, its own amount included. Kobo or cents. */
      owed: inOrder.map(({ number, due }, place) => {
        const upTo = sum(inOrder.slice(0, place + 1).map(({ amount }) => amount.minor));
        return { number, due, upTo };
      }),
      /**
       * The spans in which PayPal held back money that it did not take in the end; to Infinity where it
       * still does.
       */
      heldBack: itsPayments.flatMap(({ orders }) => orders.flatMap(holdBackOf)),
      /** Staff agreed other dates: the charges are not paid in the order of their numbers. */
      isReordered: ends.dueDates.some(({ enrolment }) => enrolment === view.id),
      /** The whole amount that was given back. */
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

/** Paystack's checkout tells the page itself that money was received: the edge may not have heard of it then. */
const SAID_BY_EDGE = { NGN: ["earlier: paid"], USD: ["received", "earlier: paid"] };

/**
 * Returns when the edge surely knew of a payment, from the provider or from its answer to a page; or
 * Infinity.
 */
function confirmedAt({ reference, currency, words }: Payment, { providers }: Ends): number {
  const confirming = words.filter(({ says }) => SAID_BY_EDGE[currency].includes(says));
  const reportedAt = providers.reportedAt.get(reference) ?? Infinity;
  return Math.min(reportedAt, ...confirming.map(({ at }) => at));
}

/**
 * Returns the amount reported to the edge by then, less all that was ever given back.
 * @param last the last charge whose payments count; money paid for a later one is not owed for these
 */
export function surelyHeldBy(
  { payments, returnedMinor }: BookedEnrolment,
  at: number,
  last: number = Infinity,
): number {
  const confirmedPayments = payments.filter(
    ({ confirmedAt, pays }) => confirmedAt <= at && pays.some((number) => number <= last),
  );
  return sum(confirmedPayments.map(({ chargedMinor }) => chargedMinor)) - returnedMinor;
}

interface OwedCharge {
  readonly number: number;
  /** What is to be paid before it is, its own amount included. */
  readonly upTo: number;
}

/**
 * Returns whether a charge may have been paid by then, alone or with all before it. Such charges may be
 * held back.
 */
export function isPerhapsPaidBy(
  { view, payments, isReordered }: BookedEnrolment,
  at: number,
  { number, upTo }: OwedCharge,
): boolean {
  const made = payments.filter(({ chargedAt }) => chargedAt <= at);
  const whole = made.filter(({ chargedMinor, askedMinor }) => chargedMinor >= askedMinor);
  const named = new Set(whole.flatMap(({ pays }) => pays));
  const madeMinor = sum(made.map(({ chargedMinor }) => chargedMinor));
  const ofNamed = view.charges.filter((charge) => named.has(charge.number));
  // What is left over of payments may pay any charge.
  const least = isReordered ? sum(ofNamed.map(({ amount }) => amount.minor)) + 1 : upTo;
  return named.has(number) || madeMinor >= least;
}

/** Returns whether the edge surely knew by then that a charge was paid. */
export function isSurelyPaidBy(booked: BookedEnrolment, at: number, { number, upTo }: OwedCharge): boolean {
  const { payments, isReordered, returnedMinor } = booked;
  if (!isReordered) return surelyHeldBy(booked, at, number) >= upTo;
  const naming = payments.filter(
    ({ pays, chargedMinor, askedMinor }) => pays.includes(number) && chargedMinor >= askedMinor,
  );
  return returnedMinor <= 0 && naming.some(({ confirmedAt }) => confirmedAt <= at);
}

/** Leaves out payments that went back. Money that went back is owed again, so it may be paid twice. */
const withoutReturns = (ends: Ends) =>
  bookedEnrolments(ends).filter(({ returnedMinor }) => returnedMinor <= 0);

/** A press of Pay is answered within that time. */
const ANSWER_MS = 30 * SECOND;
/** The time between the look at what is owed and the capture. */
const CAPTURE_MS = 5 * SECOND;

type ViewedCharge = Ends["views"][number]["charges"][number];

const missingOf = ({ amount, paid }: ViewedCharge) => amount.minor - paid.minor;
/** Returns whether so little is missing, e.g. where a bank took it back, that the charge counts as paid. */
const isForgiven = (charge: ViewedCharge) =>
  charge.status === "paid" && isPaidBy(charge.amount, charge.paid.minor);

export const OF_ENROLMENTS: Invariants = {
  /** Compares My enrolment with the books to the kobo and the cent. Every learner can open it. */
  *"My enrolment shows what the books say."(ends) {
    if (ends.plan.firstClassIn === null) return;
    const paid = ends.payments.filter(({ heldMinor }) => heldMinor > 0);
    for (const id of new Set(paid.flatMap(({ row }) => row?.enrolment_id ?? []))) {
      if (!ends.views.some((view) => view.id === id))
        yield `${id} was paid for, and its learner cannot open it.`;
    }
    for (const { view, payments, owed } of bookedEnrolments(ends)) {
      const { id, paid, left, credit } = view;
      const held = sum(payments.map(({ heldMinor }) => heldMinor));
      const owedSoFar = owed.at(-1)?.upTo ?? 0;
      const covered = sum(view.charges.map((charge) => charge.paid.minor));
      const forgiven = sum(view.charges.filter(isForgiven).map(missingOf));
      const overpaid = Math.max(0, held - owedSoFar);
      const notices = ends.mails.filter(
        ({ subject, html }) => /^Enrolment:.*overpaid/i.test(subject) && html.includes(id),
      );
      const staff = readersOf(notices);
      if (paid.minor !== held) yield `${id} shows ${paid.minor} paid, and the books hold ${held}.`;
      if (left.minor !== Math.max(0, owedSoFar - held - forgiven) || covered !== Math.min(held, owedSoFar))
        yield `${id} shows ${left.minor} left and ${covered} of ${owedSoFar} covered, of which ${held} is held.`;
      if (credit.minor !== overpaid) yield `${id} shows a credit of ${credit.minor}, and it is ${overpaid}.`;
      if (overpaid > 0 && staff < STAFF.length)
        yield `${id} is overpaid, of which ${staff} of staff have heard.`;
    }
  },

  /** No checkout opens for charges of a plan that an earlier payment has paid by the provider's books. */
  *"No checkout opens for what is paid."(ends) {
    for (const { view, started, payments } of withoutReturns(ends)) {
      for (const { reference, pays, askedMinor, words } of started) {
        // A visitor who registers may say that the first payment was not made.
        const later = words.filter(({ thing }) => thing === reference);
        const openedAt = [...Map.groupBy(later, ({ browser }) => browser).values()].map(
          ([first]) => first?.at ?? 0,
        );
        const earlier = payments.filter(
          (payment) =>
            payment.reference !== reference &&
            openedAt.some((at) => payment.chargedAt + ANSWER_MS < at) &&
            // What it left open is owed still.
            payment.chargedMinor >= Math.max(askedMinor, payment.askedMinor) &&
            pays.every((number) => payment.pays.includes(number)),
        );
        const what = `${view.id}: charge ${pays.join(" and ")} was to be paid by ${reference}`;
        for (const payment of earlier) yield `${what} after ${payment.reference}.`;
      }
    }
  },

  /** PayPal takes no money for a charge that another payment of the plan is known to have paid. */
  *"No money is taken for what is known to be paid."(ends) {
    for (const { view, payments } of withoutReturns(ends)) {
      for (const { reference, currency, chargedAt, pays } of payments) {
        if (currency !== "USD") continue;
        const earlier = payments.filter(
          (other) =>
            other.reference !== reference &&
            other.confirmedAt + CAPTURE_MS < chargedAt &&
            other.chargedMinor >= other.askedMinor &&
            pays.some((number) => other.pays.includes(number)),
        );
        const what = `${view.id}: ${reference} was captured`;
        for (const other of earlier) yield `${what} after ${other.reference} had paid for it.`;
      }
    }
  },

  /** Finds charges that two tabs or devices paid at once. A sponsor's payment is never the learner's. */
  *"Who pays the same at once pays one payment."(ends) {
    for (const { view, payments } of withoutReturns(ends)) {
      // A payment that was too small leaves its charges open.
      const whole = payments.filter(
        ({ reference, chargedMinor, askedMinor }) =>
          chargedMinor >= askedMinor && !ends.leftOpen.has(reference),
      );
      const startOf = ({ pays, row }: (typeof whole)[number]) =>
        `${pays.toSorted().join()}${row?.is_sponsored ? " for a sponsor" : ""}`;
      for (const [numbers, own] of Map.groupBy(whole, startOf)) {
        const isRefused = own.some(({ words }) => words.some(({ says }) => says === "notPaid: failed"));
        if (own.length < 2 || isRefused) continue;
        const references = own.map(({ reference }) => reference).join(" and ");
        yield `${view.id}: payments ${references} of charge ${numbers} were started apart.`;
      }
    }
  },
};
