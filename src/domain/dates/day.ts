/** A calendar day without a time zone: "2024-02-26". Days compare as text. */
export type Day = string;

/** The names of months on pages; January first. */
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

export const DAY_MS = 86_400_000;

/**
 * Returns a day as pages show it: "Feb 26, 2024".
 * @throws RangeError when `day` is not a valid year-month-day
 */
export function dayLabel(day: Day): string {
  if (!isDay(day)) throw new RangeError(`A day is written year-month-day, e.g. 2024-02-26, not "${day}".`);
  const date = new Date(day);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** Returns the day in UTC, which is the same on every machine that builds the site. */
export function dayOf(now: Date): Day {
  return now.toISOString().slice(0, 10);
}

/** Returns the day a number of days later. @param days negative for earlier days */
export function addDays(day: Day, days: number): Day {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}

/** Whether a text is a valid year-month-day. */
export function isDay(text: string): text is Day {
  const time = Date.parse(text);
  // Date reads February 30 as a day in March.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && dayOf(new Date(time)) === text;
}

/** Lagos is at UTC+1 all year. */
export const LAGOS_OFFSET_MS = 3_600_000;

/** Returns the day of a time in Lagos. */
export function lagosDay(now: Date): Day {
  return dayOf(new Date(now.getTime() + LAGOS_OFFSET_MS));
}

/** Returns the time of a full hour in Lagos. @param hour 0 to 23 */
export function lagosTime(day: Day, hour: number): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 - LAGOS_OFFSET_MS);
}

/** Returns "Nov 22, 2026, 14:05", by the clock in Lagos. */
export function lagosTimeLabel(time: Date): string {
  return labelOf(new Date(time.getTime() + LAGOS_OFFSET_MS));
}

/** Returns "Nov 22, 2026, 14:05", by this device's clock. */
export function localTimeLabel(time: Date): string {
  return labelOf(new Date(time.getTime() - time.getTimezoneOffset() * 60_000));
}

/** Returns "Nov 22, 2026, 14:05". @param shifted a time whose UTC clock shows the time to read */
function labelOf(shifted: Date): string {
  return `${dayLabel(dayOf(shifted))}, ${shifted.toISOString().slice(11, 16)}`;
}
