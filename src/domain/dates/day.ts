/** A day without a clock or a time zone: "2024-02-26". Such days compare as text. */
export type Day = string;

/** As pages print them; January first. */
export const MONTHS = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

export const DAY_MS = 86_400_000;

/**
 * A day as pages print it: "Feb 26, 2024".
 * @throws RangeError when `day` is not a day of the calendar written year-month-day.
 */
export function dayLabel(day: Day): string {
  const parsed = parseDay(day);
  if (!parsed) throw new RangeError(`A day is written year-month-day, e.g. 2024-02-26, not "${day}".`);
  return `${MONTHS[parsed.month - 1]} ${parsed.dayOfMonth}, ${parsed.year}`;
}

/** The day it is at `now` by universal time: an hour behind Lagos, the same on every machine that builds the site. */
export function dayOf(now: Date): Day {
  return now.toISOString().slice(0, 10);
}

/** @param days how many later; negative for earlier */
export function addDays(day: Day, days: number): Day {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}

/** Whether a text is a day of the calendar, written year-month-day. */
export function isDay(text: string): text is Day {
  return parseDay(text) !== null;
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
