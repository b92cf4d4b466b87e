import { type Day, dayOf } from "./day.ts";

/** Lagos is at UTC+1 all year. */
export const LAGOS_OFFSET_MS = 3_600_000;

/** Today in Lagos. */
export function lagosDay(now: Date): Day {
  return dayOf(new Date(now.getTime() + LAGOS_OFFSET_MS));
}

/** A full hour of a day in Lagos. @param hour 0 to 23 */
export function lagosTime(day: Day, hour: number): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 - LAGOS_OFFSET_MS);
}
