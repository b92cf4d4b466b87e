import { addDays, DAY_MS, type Day } from "~/domain/dates/day.ts";
import { formatExact, type Money, sum } from "~/domain/money/money.ts";
import { dueDay } from "~/domain/pricing/payment-dates.ts";
import {
  type Due,
  type DueTerm,
  describeDue,
  describeDuePayment,
  type PaymentSchedule,
} from "~/domain/pricing/payment-plan.ts";
import { type DerivedCharge, hasTuition, missingOf, unpaidCharges } from "./enrolment-status.ts";

/**
 * One amount that an enrolment owes. It is fixed when the first payment is started: a later price does not
 * change it.
 */
export interface Charge {
  /** 0 for the registration fee, then the payments of the tuition, counted from 1. */
  readonly number: number;
  readonly amount: Money;
  /** The last day on which a payment is in time, in Lagos; null while the cohort has no first class. */
  readonly due: Day | null;
  /** Whether staff agreed on that day with the learner; left out otherwise. */
  readonly isAgreed?: true | undefined;
}

/** Tuition that is paid in one or several payments; null while it is not announced. */
export type Tuition = Pick<PaymentSchedule, "now" | "later" | "due">;

/** Returns tuition that is paid at once; null for a price of zero, which is not announced yet. */
export function tuitionAtOnce(price: Money): Tuition | null {
  return price.minor === 0 ? null : { now: price, later: [], due: null };
}

/** The place where an enrolment starts. From a price card, the fee is due at the first class. */
export type EnrolmentSource = "signup" | "pricing" | "desk";

/**
 * Returns the charges of an enrolment that starts now, in one currency. A charge that a voucher lowers to
 * zero is left out; if all are, the fee of zero is the only one.
 * @param firstClass day of the cohort's first class; null while there is none
 */
export function agreeCharges(
  { fee, tuition }: { readonly fee: Money; readonly tuition: Tuition | null },
  { source, today, firstClass }: { source: EnrolmentSource; today: Day; firstClass: Day | null },
): Charge[] {
  const charges = [
    { number: 0, amount: fee, due: source === "pricing" ? null : today },
    ...(tuition ? [{ number: 1, amount: tuition.now, due: today }] : []),
    ...(tuition ? laterCharges(tuition) : []),
  ];
  const owed = charges.filter(({ amount }) => amount.minor > 0);
  return datedBy(owed.length > 0 ? owed : charges.slice(0, 1), {
    source,
    from: null,
    to: firstClass,
    terms: tuition?.due ?? null,
  });
}

/** A change of the first class, which due dates are counted from. */
interface FirstClassChange {
  readonly source: EnrolmentSource;
  /** The previous first class; null if there was none. */
  readonly from: Day | null;
  /** The new first class; null while there is none. */
  readonly to: Day | null;
  /** The terms of the payments after the first; null if there are none. */
  readonly terms: readonly DueTerm[] | null;
}

/**
 * Returns charges with the due dates of a cohort's first class. The fee of a price card is due on that day.
 * Payments after the first are due by the plan's terms or, if content no longer has them, at the same
 * distance as before. A date that staff agreed on stays.
 */
export function datedBy<Dated extends Pick<Charge, "number" | "due" | "isAgreed">>(
  charges: readonly Dated[],
  { source, from, to, terms }: FirstClassChange,
): Dated[] {
  return charges.map((charge) => ({ ...charge, due: dueOf(charge) }));

  function dueOf({ number, due, isAgreed }: Dated): Day | null {
    if (isAgreed) return due;
    if (number === 0) return source === "pricing" ? to : due;
    if (number === 1) return due;
    if (to === null) return null;
    const term = terms?.[number - 2];
    if (term) return dueDay(to, term);
    if (due === null || from === null) return due;
    return addDays(due, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));
  }
}

/** Returns the payments of a tuition after its first, without due dates. */
function laterCharges({ later }: Tuition): Charge[] {
  return later.map((amount, index) => ({ number: index + 2, amount, due: null }));
}

/**
 * Returns when a charge is due: its date or, while it has none, its plan's term. A fee
 * without a date is from a price card, and is due at the first class.
 * @param terms the terms of the payments after the first; null if there are none
 */
function dueOrTerm({ number, due }: Pick<Charge, "number" | "due">, terms: readonly DueTerm[] | null): Due {
  if (number === 0) return due ?? "first-class";
  return due ?? terms?.[number - 2] ?? null;
}

/**
 * Says when a charge is due, in the words of {@link describeDue}: "Due on Jan 5, 2027 (agreed)". Empty for
 * a paid charge.
 * @param terms as {@link dueOrTerm}
 */
export function describeChargeDue(
  charge: Pick<DerivedCharge, "number" | "due" | "isAgreed" | "status">,
  terms: readonly DueTerm[] | null,
): string {
  if (charge.status === "paid") return "";
  const due = describeDue(dueOrTerm(charge, terms), { isOverdue: charge.status === "overdue" });
  return charge.isAgreed ? `${due} (agreed)` : due;
}

/** Returns the charges of the first payment: the first tuition and, at registration, the fee. */
export function firstCharges(charges: readonly Charge[], source: EnrolmentSource): Charge[] {
  return charges.filter(({ number }) => number === 1 || (number === 0 && source !== "pricing"));
}

/**
 * Returns "Registration fee", "Tuition" or "Tuition, payment 2 of 6".
 * @param count the number of the enrolment's charges, the fee included
 */
export function chargeLabel({ number }: Pick<Charge, "number">, count: number): string {
  if (number === 0) return "Registration fee";
  return count > 2 ? `Tuition, payment ${number} of ${count - 1}` : "Tuition";
}

/**
 * Returns several charges in a phrase: "Registration fee and tuition, payment 1 of 6", "Tuition, payments 2
 * to 6 of 6".
 * @param numbers distinct; if all are of a former plan with more payments, the phrase is "Tuition"
 * @param count as {@link chargeLabel}
 */
export function chargeLabels(numbers: readonly number[], count: number): string {
  if (numbers.length === 0) return "";
  const [first, ...later] = numbers.filter((number) => number < count).sort((a, b) => a - b);
  if (first === undefined) return "Tuition";
  const last = later.at(-1);
  if (last === undefined) return chargeLabel({ number: first }, count);
  if (first === 0)
    return `${chargeLabel({ number: 0 }, count)} and ${chargeLabels(later, count).toLowerCase()}`;
  const isRange = later.length > 1 && last - first === later.length;
  const which = isRange ? `${first} to ${last}` : `${[first, ...later.slice(0, -1)].join(", ")} and ${last}`;
  return `Tuition, payments ${which} of ${count - 1}`;
}

type Unpaid = Pick<DerivedCharge, "number" | "amount" | "due" | "status" | "paid">;

/** A choice of what to pay next: a number of unpaid charges, oldest due first. */
export interface PaymentChoice {
  readonly count: number;
  /** Their outstanding amount. */
  readonly amount: Money;
  /** Their numbers. */
  readonly charges: readonly number[];
}

/**
 * Returns what can be paid next, the smallest first and all that is left last; empty when everything is paid.
 * Charges that are due on one day are paid together, as the fee and the first payment of the tuition are.
 */
export function paymentChoices(charges: readonly Unpaid[]): PaymentChoice[] {
  const unpaid = unpaidCharges(charges);
  const [first] = unpaid;
  if (!first) return [];
  const least = first.due === null ? 1 : unpaid.filter(({ due }) => due === first.due).length;
  return unpaid.slice(least - 1).map((_, index) => {
    const chosen = unpaid.slice(0, least + index);
    return {
      count: chosen.length,
      amount: sum(first.amount.currency, chosen.map(missingOf)),
      charges: chosen.map(({ number }) => number),
    };
  });
}

/** Returns the smallest choice that pays this many charges, or else all that is left; null when everything is paid. */
export function choiceOf(charges: readonly Unpaid[], count: number): PaymentChoice | null {
  const choices = paymentChoices(charges);
  return choices.find((choice) => choice.count >= count) ?? choices.at(-1) ?? null;
}

/** Returns a choice in words: "next payment", "next 3 payments", "all that is left". */
export function describeChoice(choice: PaymentChoice, choices: readonly PaymentChoice[]): string {
  if (choice === choices[0]) return "next payment";
  return choice === choices.at(-1) ? "all that is left" : `next ${choice.count} payments`;
}

/**
 * Says what follows a payment: "Next payment: N70,000, due on Jan 5, 2027", or that everything is paid.
 * @param paid numbers of the charges that the payment pays
 * @param terms as {@link dueOrTerm}
 */
export function describeNextAfter(
  charges: readonly Unpaid[],
  paid: readonly number[],
  terms: readonly DueTerm[] | null,
): string {
  const [next] = unpaidCharges(charges).filter(({ number }) => !paid.includes(number));
  if (!next)
    return hasTuition(charges)
      ? "Everything is paid. Thank you."
      : "Your registration fee is paid. Thank you.";
  return `Next payment: ${describeDuePayment(formatExact(missingOf(next)), dueOrTerm(next, terms))}`;
}

/**
 * Returns the payments after the first of a tuition, a line each: "N70,000, due on Jan 5, 2027", or
 * "N70,000, due 1 month after the first class".
 * @param firstClass day of the cohort's first class; null while there is none
 */
export function describeLaterPayments(tuition: Tuition, firstClass: Day | null): string[] {
  const change = { source: "signup", from: null, to: firstClass, terms: tuition.due } as const;
  return datedBy(laterCharges(tuition), change).map((charge) =>
    describeDuePayment(formatExact(charge.amount), dueOrTerm(charge, tuition.due)),
  );
}
