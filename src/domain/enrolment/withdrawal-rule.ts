import { addDays, type Day } from "~/domain/dates/day.ts";
import { formatExact, fromMinor, type Money } from "~/domain/money/money.ts";

/** The rule of the Terms' refund policy for a withdrawal on one day. */
export interface WithdrawalRule {
  /**
   * until-week-before: tuition is refunded · few-days-before: staff decide, no rule covers these days ·
   * days-before: no refund · first-week: tuition is refunded less a processing fee · later: no refund ·
   * no-date: the cohort has no first class yet, which counts as long before it.
   */
  readonly name: "no-date" | "until-week-before" | "few-days-before" | "days-before" | "first-week" | "later";
  /** The last day on which it holds; null where it has none. */
  readonly until: Day | null;
}

/** A participant may withdraw up to this many days before the first class. */
const WITHDRAW_DAYS = 7;
/** Within this many days before the first class there is no refund. */
const NO_REFUND_DAYS = 5;
/** The length of the refund window, the first week of class. */
const WINDOW_DAYS = 7;

/**
 * Returns the rule that holds today.
 * @param firstClass day of the first class after the pre-course; null while it is not fixed
 * @param today the day in Lagos
 */
export function withdrawalRule(firstClass: Day | null, today: Day): WithdrawalRule {
  if (firstClass === null) return { name: "no-date", until: null };
  const lastToWithdraw = addDays(firstClass, -WITHDRAW_DAYS);
  if (today <= lastToWithdraw) return { name: "until-week-before", until: lastToWithdraw };
  const lastUncovered = addDays(firstClass, -NO_REFUND_DAYS - 1);
  if (today <= lastUncovered) return { name: "few-days-before", until: lastUncovered };
  const dayBefore = addDays(firstClass, -1);
  if (today <= dayBefore) return { name: "days-before", until: dayBefore };
  const lastOfWindow = addDays(firstClass, WINDOW_DAYS - 1);
  if (today <= lastOfWindow) return { name: "first-week", until: lastOfWindow };
  return { name: "later", until: null };
}

/** Describes the rule to a learner. @param label writes a day as pages show it */
export function describeWithdrawal({ name, until }: WithdrawalRule, label: (day: Day) => string): string {
  const day = until ? label(until) : "";
  switch (name) {
    case "no-date":
      return "Your cohort's first class has no date yet. You can withdraw up to one week before it.";
    case "until-week-before":
      return `You can withdraw until ${day}, one week before your first class.`;
    case "few-days-before":
      return `The last day to withdraw was one week before your first class. Until ${day}, ask us: our team decides on each request.`;
    case "days-before":
      return `No refund is made until ${day}, in the five days before your first class. From that class you have a week to ask for one, less a processing fee.`;
    case "first-week":
      return `You can ask for a refund until ${day}, the end of your first week of class. It’s paid less a processing fee.`;
    case "later":
      return "Your first week of class is over, so tuition is no longer refunded.";
  }
}

interface RefundedPayment {
  /** The amount that the academy holds of the payment. */
  readonly held: Money;
  /** The part of it that is the registration fee, in kobo or cents. */
  readonly feeMinor: number;
  /** The processing fee, in the same currency. */
  readonly refundFee: Money;
}

/**
 * Returns what the Terms give back of one payment under a rule. `amount` is null where they give nothing, or
 * where staff decide; `words` complete "The Terms on Nov 22, 2026".
 */
export function suggestedRefund(
  { name }: WithdrawalRule,
  { held, feeMinor, refundFee }: RefundedPayment,
): { readonly amount: Money | null; readonly words: string } {
  if (name === "few-days-before") return { amount: null, words: "have no rule: you decide" };
  if (name === "days-before" || name === "later") return { amount: null, words: "give no refund" };
  const isReduced = name === "first-week" && refundFee.minor > 0;
  const refundable = held.minor - feeMinor - (isReduced ? refundFee.minor : 0);
  if (refundable <= 0) return { amount: null, words: "give nothing of this payment" };
  const amount = fromMinor(held.currency, refundable);
  const keptFees = [
    ...(feeMinor > 0 ? ["the registration fee"] : []),
    ...(isReduced ? [`a processing fee of ${formatExact(refundFee)}`] : []),
  ];
  const share = keptFees.length > 0 ? `all but ${keptFees.join(" and ")}` : "all of it";
  return { amount, words: `give ${formatExact(amount)}: ${share}` };
}
