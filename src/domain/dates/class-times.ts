import { addDays, type Day, LAGOS_OFFSET_MS } from "./day.ts";

/** The weekdays as content names them; the index is that of Date.getUTCDay(). */
export const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The times of the live classes, in Lagos. */
export interface ClassTimes {
  readonly days: readonly Weekday[];
  /** The start: "19:00". */
  readonly from: string;
  /** The end, on the same day. */
  readonly to: string;
}

/** Returns "Tuesday and Thursday, 19:00 to 21:00". */
export function lagosClassTimes({ days, from, to }: ClassTimes): string {
  return `${days.join(" and ")}, ${from} to ${to}`;
}

/**
 * Returns the class times in the visitor's time zone for the week that starts on `day`, because daylight
 * saving time changes the hour over the year.
 * @param zone IANA name, e.g. "Europe/London"
 * @returns null if they are the same as in Lagos
 */
export function localClassTimes(times: ClassTimes, day: Day, zone: string): string | null {
  const classes = times.days.map((weekday) => {
    const daysAhead = (WEEKDAYS.indexOf(weekday) - new Date(day).getUTCDay() + 7) % 7;
    const at = (time: string) =>
      clockIn(zone, Date.parse(`${addDays(day, daysAhead)}T${time}:00Z`) - LAGOS_OFFSET_MS);
    return { from: at(times.from), to: at(times.to) };
  });
  const days = [...new Set(classes.map(({ from }) => from.weekday))];
  const [first] = classes;
  if (!first) return null;
  const local = `${days.join(" and ")}, ${first.from.time} to ${first.to.time}`;
  return local === lagosClassTimes(times) ? null : local;
}

function clockIn(timeZone: string, instant: number): { weekday: string; time: string } {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(instant);
  const partOf = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? "";
  return { weekday: partOf("weekday"), time: `${partOf("hour")}:${partOf("minute")}` };
}
