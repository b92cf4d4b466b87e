/** A calendar day without a time zone: "2024-02-26". Days compare as text. */
export type Day = string;

/** As pages show them; January first. */
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

export const DAY_MS = 86_400_000;

/**
 * A day as pages show it: "Feb 26, 2024".
 * @throws RangeError when `day` is not a valid year-month-day
 */
export function dayLabel(day: Day): string {
  if (!isDay(day)) throw new RangeError(`A day is written year-month-day, e.g. 2024-02-26, not "${day}".`);
  const date = new Date(day);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** The day in UTC: an hour behind Lagos, and the same on every machine that builds the site. */
export function dayOf(now: Date): Day {
  return now.toISOString().slice(0, 10);
}

/** @param days negative for earlier days */
export function addDays(day: Day, days: number): Day {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}

/** Whether a text is a valid year-month-day. */
export function isDay(text: string): text is Day {
  const time = Date.parse(text);
  // Date takes the 30th of February for a day in March.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && dayOf(new Date(time)) === text;
}
