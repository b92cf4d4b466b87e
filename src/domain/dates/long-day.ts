import { WEEKDAYS } from "./class-times.ts";
import type { Day } from "./day.ts";

const LONG = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** "22 February 2027" */
export function longDay(day: Day): string {
  return LONG.format(new Date(day));
}

/** "Monday 22 February 2027" */
export function longDayWithWeekday(day: Day): string {
  return `${WEEKDAYS[new Date(day).getUTCDay()]} ${longDay(day)}`;
}
