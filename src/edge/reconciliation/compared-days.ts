import { addDays, DAY_MS, type Day, lagosDay } from "~/domain/dates/day.ts";
import type { Period } from "~/edge/payments/period.ts";

/** How many days are compared each time, so that what comes late is seen. */
export const DAYS_COMPARED = 7;

/** How long after its end a day's books are compared; PayPal's list is three hours late, and at times more. */
const CLOSES_AFTER_MS = 6 * 3_600_000;

/** Lagos is an hour ahead of UTC all year. */
const LAGOS_MIDNIGHT = "T00:00:00.000+01:00";

/** The last day in Lagos whose books can be compared: from six in the morning there, yesterday. */
export function lastClosedDay(now: Date): Day {
  return addDays(lagosDay(new Date(now.getTime() - CLOSES_AFTER_MS)), -1);
}

/** The days that a comparison looks at, oldest first. @param last the last of them */
export function comparedDays(last: Day): Day[] {
  return Array.from({ length: DAYS_COMPARED }, (_, index) => addDays(last, index + 1 - DAYS_COMPARED));
}

/** A day in Lagos, from midnight to midnight. */
export function periodOf(day: Day): Period {
  const from = new Date(day + LAGOS_MIDNIGHT);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}
