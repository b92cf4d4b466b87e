import { type Day, dayLabel } from "./day.ts";

/**
 * When the next cohort starts, as pages say it: "Feb 26, 2024".
 * A day after `today` is a plan that may still move, so it reads "To Be Decided" unless it is confirmed.
 *
 * @throws RangeError when `day` is not a day of the calendar written year-month-day.
 */
export function cohortDateLabel(day: Day, today: Day, isConfirmed: boolean): string {
  const label = dayLabel(day);
  return day > today && !isConfirmed ? "To Be Decided" : label;
}

/** The day on which the next cohort starts, when that is certain and still to come; null otherwise. */
export function confirmedCohort(day: Day, today: Day, isConfirmed: boolean): Day | null {
  return isConfirmed && day >= today ? day : null;
}
