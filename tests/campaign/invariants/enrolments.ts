/** What the providers' books say of each enrolment that its learner has looked at. */
import { STAFF } from "../../fixtures/enrolment.ts";
import { type Account, sum } from "../books.ts";
import { isWholePlan } from "../plan.ts";
import { SECOND } from "../trouble.ts";
import { accountOf, type Ends } from "./ends.ts";

export type BookedEnrolment = ReturnType<typeof bookedEnrolments>[number];

export function bookedEnrolments(ends: Ends) {
  return ends.views.map((view) => {
    const payments = paymentsOf(view.id, ends);
    const inOrder = view.charges.toSorted((a, b) => a.number - b.number);
    const returned = payments.map(({ account }) => account.chargedMinor - account.heldMinor);
    return {
      view,
      payments,
      /** The oldest due first, each with what is to be paid before it is, its own amount included. Kobo or cents. */
      owed: inOrder.map(({ number, due }, place) => {
        const upTo = sum(inOrder.slice(0, place + 1).map(({ amount }) => amount.minor));
        return { number, due, upTo };
      }),
      heldBack: rowsOf(view.id, ends).flatMap(({ account }) => account.heldBack),
      /** What was given back in all. */
      returnedMinor: sum(returned),
    };
  });
}

/** Money that the books have of an enrolment. */
function paymentsOf(id: string, ends: Ends) {
  return rowsOf(id, ends).flatMap(({ account, row }) => {
    const { chargedAt } = account;
    if (chargedAt === null) return [];
    return [
      {
        account: { ...account, chargedAt },
        /** Those that the edge started it for. */
        charges: JSON.parse(row.charges) as number[],
        /** What was asked for them; 0 where the edge does not know. */
        askedMinor: row.expected_minor ?? 0,
        confirmedAt: confirmedAt(account, ends),
      },
    ];
  });
}

function rowsOf(id: string, ends: Ends) {
  return ends.payments
    .filter((row) => row.enrolment_id === id)
    .flatMap((row) => {
      const account = accountOf(ends, row.reference);
      return account ? [{ account, row }] : [];
    });
}

/** Paystack's checkout tells the page itself that money was received: the edge may not have heard of it then. */
const SAID_BY_EDGE = { NGN: ["earlier: paid"], USD: ["received", "earlier: paid"] };

/** When the edge surely knew of it: the provider notified it, or it told a page so. Infinity where neither happened. */
function confirmedAt({ reference, currency }: Account, { providers, words }: Ends): number {
  const confirming = words.filter(
    (word) => word.reference === reference && SAID_BY_EDGE[currency].includes(word.says),
  );
  const reportedAt = providers.chargesReported.get(reference) ?? Infinity;
  return Math.min(reportedAt, ...confirming.map(({ at }) => at));
}

/**
 * What had been reported to the edge by then, less all that was ever given back.
 * @param last only of payments for this charge or an earlier one: what was paid for a later one is not owed for these
 */
export function surelyHeldBy(
  { payments, returnedMinor }: BookedEnrolment,
  at: number,
  last: number = Infinity,
): number {
  const told = payments.filter(
    ({ confirmedAt, charges }) => confirmedAt <= at && charges.some((number) => number <= last),
  );
  return sum(told.map(({ account }) => account.chargedMinor)) - returnedMinor;
}

/** What may have been paid by then. */
export function perhapsPaidBy({ payments }: BookedEnrolment, at: number): number {
  const paid = payments.filter(({ account }) => account.chargedAt <= at);
  return sum(paid.map(({ account }) => account.chargedMinor));
}

/** To the kobo and the cent; and every learner can open it. */
export function wrongStatuses(ends: Ends): string[] {
  if (!isWholePlan(ends.plan)) return [];
  const shown = new Set(ends.views.map(({ id }) => id));
  const paidFor = new Set(ends.payments.flatMap(({ enrolment_id }) => enrolment_id ?? []));
  const unopened = [...paidFor].filter(
    (id) => !shown.has(id) && paymentsOf(id, ends).some(({ account }) => account.heldMinor > 0),
  );
  return [
    ...unopened.map((id) => `${id} was paid for, and its learner cannot open it.`),
    ...bookedEnrolments(ends).flatMap((booked) => wrongStatus(booked, ends)),
  ];
}

function wrongStatus({ view, payments, owed }: BookedEnrolment, { mailboxes }: Ends): string[] {
  const { id, paid, left, credit } = view;
  const held = sum(payments.map(({ account }) => account.heldMinor));
  const asked = owed.at(-1)?.upTo ?? 0;
  const covered = sum(view.charges.map((charge) => charge.paid.minor));
  const overpaid = Math.max(0, held - asked);
  const notices = mailboxes.received.filter(
    ({ subject, html }) => /^Enrolment:.*overpaid/i.test(subject) && html.includes(id),
  );
  const staff = new Set(notices.map(({ to }) => to)).size;
  return [
    ...(paid.minor === held ? [] : [`${id} shows ${paid.minor} paid, and the books hold ${held}.`]),
    ...(left.minor === Math.max(0, asked - held) && covered === Math.min(held, asked)
      ? []
      : [`${id} shows ${left.minor} left and ${covered} of ${asked} covered, of which ${held} is held.`]),
    ...(credit.minor === overpaid ? [] : [`${id} shows a credit of ${credit.minor}, and it is ${overpaid}.`]),
    ...(overpaid > 0 && staff < STAFF.length
      ? [`${id} is overpaid, of which ${staff} of staff have heard.`]
      : []),
  ];
}

/** What went back is owed again: then one may pay twice. */
const withoutReturns = (ends: Ends) =>
  bookedEnrolments(ends).filter(({ returnedMinor }) => returnedMinor <= 0);

/** A press of Pay is answered within that time. */
const ANSWER_MS = 30 * SECOND;
/** Between the look at what is owed and the capture. */
const CAPTURE_MS = 5 * SECOND;

/** No checkout opens for charges of a plan that an earlier payment has paid by the provider's books. */
export function chargesPaidTwice(ends: Ends): string[] {
  return withoutReturns(ends).flatMap(({ view: { id }, payments }) =>
    ends.attempts.flatMap(({ reference, pays, at, minor }) => {
      if (pays?.enrolment !== id) return [];
      const earlier = payments.filter(
        ({ account, charges, askedMinor }) =>
          account.reference !== reference &&
          account.chargedAt + ANSWER_MS < at &&
          // What it left open is owed still.
          account.chargedMinor >= Math.max(minor, askedMinor) &&
          pays.charges.every((number) => charges.includes(number)),
      );
      const what = `${id}: charge ${pays.charges.join(" and ")} was to be paid by ${reference}`;
      return earlier.map(({ account }) => `${what} after ${account.reference}.`);
    }),
  );
}

/** PayPal takes no money for a charge that another payment of the plan is known to have paid. */
export function capturesAfterPayment(ends: Ends): string[] {
  return withoutReturns(ends).flatMap(({ view: { id }, payments }) =>
    payments.flatMap(({ account, charges }) => {
      if (account.currency !== "USD") return [];
      const earlier = payments.filter(
        (other) =>
          other.account.reference !== account.reference &&
          other.confirmedAt + CAPTURE_MS < account.chargedAt &&
          other.account.chargedMinor >= other.askedMinor &&
          charges.some((number) => other.charges.includes(number)),
      );
      const what = `${id}: ${account.reference} was captured`;
      return earlier.map((other) => `${what} after ${other.account.reference} had paid for it.`);
    }),
  );
}

/** Who pays the same charges at once, in two tabs or on two devices, pays one payment. */
export function startedApart(ends: Ends): string[] {
  return withoutReturns(ends).flatMap(({ view: { id }, payments }) => {
    // A payment that was too small leaves its charges open.
    const whole = payments.filter(({ account, askedMinor }) => account.chargedMinor >= askedMinor);
    const sets = Map.groupBy(whole, ({ charges }) => charges.toSorted().join());
    return [...sets].flatMap(([numbers, own]) => {
      const references = own.map(({ account }) => account.reference);
      const isRefused = ends.words.some(
        ({ reference, says }) => references.includes(reference) && says === "notPaid: failed",
      );
      return own.length > 1 && !isRefused
        ? [`${id}: payments ${references.join(" and ")} of charge ${numbers} were started apart.`]
        : [];
    });
  });
}
