import type { Day } from "~/domain/dates/day.ts";
import { formatExact } from "~/domain/money/money.ts";
import { describeDuePayment } from "~/domain/pricing/describe-due.ts";
import { laterCharges, type Tuition } from "./charge.ts";

/**
 * The payments that remain after the first one of a tuition, a line each: "N70,000, due on Jan 5, 2027", or "N70,000,
 * due 1 month after the first class".
 * @param firstClass day of the cohort's first class; null while there is none
 */
export function describeLaterPayments(tuition: Tuition, firstClass: Day | null): string[] {
  return laterCharges(tuition, firstClass).map(({ amount, due }, index) =>
    describeDuePayment(formatExact(amount), due ?? tuition.due?.[index] ?? null),
  );
}
