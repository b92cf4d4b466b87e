import { type Day, dayOf } from "~/domain/dates/day.ts";
import type { Money } from "~/domain/money/money.ts";
import type { DueTerm, PaymentSchedule } from "./payment-plan.ts";

/** A payment of a plan, and when it is due. */
export interface PlannedPayment {
  readonly amount: Money;
  /** "now": at registration. null: on a day that is not known yet. */
  readonly due: "now" | DueTerm | null;
}

/** Returns every payment of a plan, in order; they add up to its total. */
export function plannedPayments({ now, later, due }: PaymentSchedule): PlannedPayment[] {
  return [
    { amount: now, due: "now" },
    ...later.map((amount, index) => ({ amount, due: due?.[index] ?? null })),
  ];
}

/**
 * Returns a payment's due date, the last day in time: the month's last day if the month is too short.
 * @param firstClass day of the first class
 */
export function dueDay(firstClass: Day, { count, unit }: DueTerm): Day {
  const date = new Date(`${firstClass}T00:00:00Z`);
  if (unit === "week") {
    date.setUTCDate(date.getUTCDate() + 7 * count);
  } else {
    const dayOfMonth = date.getUTCDate();
    date.setUTCMonth(date.getUTCMonth() + count);
    // Date turns the 31st of a shorter month into a day of the next month. Day 0 is the last day before it.
    if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0);
  }
  return dayOf(date);
}

/** Returns "3 month", for a data attribute. */
export function formatDueTerm({ count, unit }: DueTerm): string {
  return `${count} ${unit}`;
}

/** Reverses {@link formatDueTerm}; null for anything else. */
export function parseDueTerm(text: string | undefined): DueTerm | null {
  const [, count, unit] = /^(\d+) (week|month)$/.exec(text ?? "") ?? [];
  return unit ? { count: Number(count), unit: unit as DueTerm["unit"] } : null;
}
