import { type Day, dayLabel } from "./day.ts";

/**
 * The next cohort's first day as pages show it: "Feb 26, 2024", or "To Be Decided" for a future day that is not confirmed.
 * @throws RangeError when `day` is not a valid year-month-day
 */
export function cohortDateLabel(day: Day, today: Day, isConfirmed: boolean): string {
  const label = dayLabel(day);
  return day > today && !isConfirmed ? "To Be Decided" : label;
}

/** The next cohort's first day, if it is confirmed and not over; null otherwise. */
export function confirmedCohort(day: Day, today: Day, isConfirmed: boolean): Day | null {
  return isConfirmed && day >= today ? day : null;
}
