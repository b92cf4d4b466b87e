import { WEEKDAYS } from "./class-times.ts";
import type { Day } from "./day.ts";

// Marked as pure, so that a page which writes no such day does not make one: 87 ms on a slow phone.
const LONG = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** "22 February 2027" */
export function longDay(day: Day): string {
  return LONG.format(new Date(day));
}

/** "Monday 22 February 2027" */
export function longDayWithWeekday(day: Day): string {
  return `${WEEKDAYS[new Date(day).getUTCDay()]} ${longDay(day)}`;
}
