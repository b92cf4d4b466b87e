import type { Day } from "./day.ts";

// Marked as pure, so that a page which writes no such day does not make one: 87 ms on a slow phone.
const LONG = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** A cohort's name where the academy gives it none: "22 February 2027", as it writes its own. */
export function longDay(day: Day): string {
  return LONG.format(new Date(day));
}
