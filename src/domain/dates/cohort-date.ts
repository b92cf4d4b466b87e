/** A day without a clock or a time zone: "2024-02-26". Such days compare as text. */
export type Day = string;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/**
 * When the next cohort starts, as pages say it: "Feb 26, 2024".
 * A day after `today` is a plan that may still move, so it reads "To Be Decided" unless it is confirmed.
 *
 * @throws RangeError when `day` is not a day of the calendar written year-month-day.
 */
export function cohortDateLabel(day: Day, today: Day, isConfirmed: boolean): string {
  const { year, month, dayOfMonth } = readDay(day);
  if (day > today && !isConfirmed) return "To Be Decided";
  return `${MONTHS[month - 1]} ${dayOfMonth}, ${year}`;
}

/** The day on which the next cohort starts, when that is certain and still to come; null otherwise. */
export function confirmedCohort(day: Day, today: Day, isConfirmed: boolean): Day | null {
  return isConfirmed && day >= today ? day : null;
}

/** The day it is at `now` by universal time: an hour behind Lagos, the same on every machine that builds the site. */
export function dayOf(now: Date): Day {
  return now.toISOString().slice(0, 10);
}

function readDay(day: Day): { year: number; month: number; dayOfMonth: number } {
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.map(Number) ?? [];
  const isDay =
    year !== undefined &&
    month !== undefined &&
    dayOfMonth !== undefined &&
    month >= 1 &&
    month <= 12 &&
    dayOfMonth >= 1 &&
    dayOfMonth <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (!isDay) throw new RangeError(`A day is written year-month-day, e.g. 2024-02-26, not "${day}".`);
  return { year, month, dayOfMonth };
}
