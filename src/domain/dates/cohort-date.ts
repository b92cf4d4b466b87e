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
  const label = dayLabel(day);
  return day > today && !isConfirmed ? "To Be Decided" : label;
}

/**
 * A day as pages print it: "Feb 26, 2024".
 * @throws RangeError when `day` is not a day of the calendar written year-month-day.
 */
export function dayLabel(day: Day): string {
  const { year, month, dayOfMonth } = readDay(day);
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

/** Whether a text is a day of the calendar, written year-month-day. */
export function isDay(text: string): text is Day {
  return parseDay(text) !== null;
}

function readDay(day: Day): CalendarDay {
  const parsed = parseDay(day);
  if (!parsed) throw new RangeError(`A day is written year-month-day, e.g. 2024-02-26, not "${day}".`);
  return parsed;
}

interface CalendarDay {
  readonly year: number;
  /** 1 for January. */
  readonly month: number;
  readonly dayOfMonth: number;
}

function parseDay(text: string): CalendarDay | null {
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  const exists =
    year !== undefined &&
    month !== undefined &&
    dayOfMonth !== undefined &&
    month >= 1 &&
    month <= 12 &&
    dayOfMonth >= 1 &&
    dayOfMonth <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  return exists ? { year, month, dayOfMonth } : null;
}
