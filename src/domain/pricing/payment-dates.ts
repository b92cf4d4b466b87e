import { type Day, dayOf } from "../dates/day.ts";
import type { Money } from "../money/money.ts";
import { counted } from "../words/counted.ts";
import type { DueTerm, PaymentSchedule } from "./payment-plan.ts";

/** A payment of a plan, and when it is due. */
export interface PlannedPayment {
  readonly amount: Money;
  /** "now": to begin with. null: on a day that staff agree with the learner. */
  readonly due: "now" | DueTerm | null;
}

/** Every payment of a plan, in order; together they are what the price card says it comes to. */
export function plannedPayments({ now, later, due }: PaymentSchedule): PlannedPayment[] {
  return [
    { amount: now, due: "now" },
    ...later.map((amount, index) => ({ amount, due: due?.[index] ?? null })),
  ];
}

/** "1 month after the first class", in words for a table that knows no dates. */
export function dueWords(due: PlannedPayment["due"]): string {
  if (due === "now") return "When you begin";
  if (due === null) return "On a day you agree with our staff";
  return `${counted(due.count, due.unit)} after the first class, at the latest`;
}

/**
 * The last day on which a payment is in time. A month after the 31st ends with a shorter month.
 * @param firstClass day of the first class
 */
export function dueDay(firstClass: Day, { count, unit }: DueTerm): Day {
  const date = new Date(`${firstClass}T00:00:00Z`);
  if (unit === "week") {
    date.setUTCDate(date.getUTCDate() + 7 * count);
  } else {
    const dayOfMonth = date.getUTCDate();
    date.setUTCMonth(date.getUTCMonth() + count);
    // The 31st of a month of 30 days is the 1st of the next: back to the last of the month that was meant.
    if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0);
  }
  return dayOf(date);
}

/** "3 months", as the page notes it beside a payment. */
export function writeDueTerm({ count, unit }: DueTerm): string {
  return `${count} ${unit}`;
}

/** The term that {@link writeDueTerm} wrote; null for anything else. */
export function readDueTerm(text: string | undefined): DueTerm | null {
  const [, count, unit] = /^(\d+) (week|month)$/.exec(text ?? "") ?? [];
  return unit ? { count: Number(count), unit: unit as DueTerm["unit"] } : null;
}
