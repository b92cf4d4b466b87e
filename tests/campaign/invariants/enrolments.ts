/** What the providers' books say of each enrolment that its learner has looked at. */
import type { Day } from "~/domain/dates/day.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { type Account, type HeldBack, sum } from "../books.ts";
import { accountOf, type Ends } from "./ends.ts";

/** Money that the books have of an enrolment. */
export interface BookedPayment {
  readonly account: Account & { readonly chargedAt: number };
  /** Those that the edge started it for. */
  readonly charges: readonly number[];
  /** What was asked for them; null where the edge does not know. */
  readonly askedMinor: number | null;
  /** When the edge surely knew of it: the provider notified it, or it told a page so. Infinity where neither happened. */
  readonly confirmedAt: number;
}

export interface OwedCharge {
  readonly number: number;
  readonly due: Day | null;
  /** What is to be paid before this one is, its own amount included. Kobo or cents. */
  readonly upTo: number;
}

export interface BookedEnrolment {
  readonly view: EnrolmentView;
  readonly payments: readonly BookedPayment[];
  /** The oldest due first. */
  readonly owed: readonly OwedCharge[];
  readonly heldBack: readonly HeldBack[];
  /** What was given back in all. */
  readonly returnedMinor: number;
}

export function bookedEnrolments(ends: Ends): BookedEnrolment[] {
  return ends.views.map((view) => {
    const payments = paymentsOf(view.id, ends);
    const returned = payments.map(({ account }) => account.chargedMinor - account.heldMinor);
    return {
      view,
      payments,
      heldBack: ofEnrolment(view.id, ends).flatMap(({ account }) => account.heldBack),
      owed: owedOf(view),
      returnedMinor: sum(returned),
    };
  });
}

export function paymentsOf(id: string, ends: Ends): BookedPayment[] {
  return ofEnrolment(id, ends).flatMap(({ account, row: { charges, expected_minor } }) => {
    const { chargedAt } = account;
    if (chargedAt === null) return [];
    return [
      {
        account: { ...account, chargedAt },
        charges: JSON.parse(charges),
        askedMinor: expected_minor,
        confirmedAt: confirmedAt(account, ends),
      },
    ];
  });
}

/** What the books have of an enrolment's payments. */
function ofEnrolment(id: string, ends: Ends) {
  return ends.payments
    .filter((row) => row.enrolment_id === id)
    .flatMap((row) => {
      const account = accountOf(ends, row.reference);
      return account ? [{ account, row }] : [];
    });
}

/** Paystack's checkout tells the page itself that money was received: the edge may not have heard of it then. */
const SAID_BY_EDGE = { NGN: ["earlier: paid"], USD: ["received", "earlier: paid"] };

function confirmedAt({ reference, currency }: Account, { chargesReported, words }: Ends): number {
  const confirming = words.filter(
    (word) => word.reference === reference && SAID_BY_EDGE[currency].includes(word.says),
  );
  return Math.min(chargesReported.get(reference) ?? Infinity, ...confirming.map(({ at }) => at));
}

function owedOf({ charges }: EnrolmentView): OwedCharge[] {
  const inOrder = charges.toSorted((a, b) => a.number - b.number);
  let upTo = 0;
  return inOrder.map(({ number, due, amount }) => {
    upTo += amount.minor;
    return { number, due, upTo };
  });
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
