import { type Day, dayLabel } from "~/domain/dates/day.ts";
import { formatExact } from "~/domain/money/money.ts";
import { describeDue } from "~/domain/pricing/payment-dates.ts";
import { laterCharges, type Tuition } from "./charge.ts";

/**
 * The payments that remain after the first one of a tuition, a line each: "N70,000 by Jan 5, 2027", or "N70,000, 1 month
 * after the first class, at the latest".
 * @param firstClass day of the cohort's first class; null while there is none
 */
export function describeLaterPayments(tuition: Tuition, firstClass: Day | null): string[] {
  return laterCharges(tuition, firstClass).map(({ amount, due }, index) => {
    const term = tuition.due?.[index];
    if (due) return `${formatExact(amount)} by ${dayLabel(due)}`;
    return `${formatExact(amount)}, ${term ? describeDue(term) : "on a day you agree with our staff"}`;
  });
}
