import ical, { ICalEventTransparency } from "ical-generator";
import type { Day } from "./day.ts";

/** An all-day event. */
export interface CalendarDay {
  /** Globally unique and stable, so that importing a file twice adds no duplicates. */
  readonly id: string;
  readonly day: Day;
  readonly summary: string;
  /** The page that says more. */
  readonly url: string;
}

/**
 * Returns an iCalendar file (RFC 5545) of all-day events.
 * @param maker the product identifier: "//Academy//Next cohort//EN"
 * @param now timestamp of the file
 */
export function calendarFile(
  { name, maker }: { name: string; maker: string },
  days: readonly CalendarDay[],
  now: Date,
): string {
  const calendar = ical({ name, prodId: maker });
  for (const { id, day, summary, url } of days) {
    calendar.createEvent({
      id,
      stamp: now,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary,
      url,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}

/** The dates of the next cohort, for a calendar. */
export interface CohortDates {
  readonly academy: string;
  readonly site: URL;
  /** Day of the first class. */
  readonly starts: Day;
  /** Last day to register. */
  readonly closes: Day;
  /** Timestamp of the file. */
  readonly now: Date;
}

/** Returns a calendar file of two days: the last day to register, and the first class. */
export function cohortCalendar({ academy, site, starts, closes, now }: CohortDates): string {
  const days = [
    {
      name: "registration-closes",
      day: closes,
      summary: `Last day to register at ${academy}`,
      page: "/Signup",
    },
    { name: "first-class", day: starts, summary: `First class at ${academy}`, page: "/Cohort" },
  ];
  return calendarFile(
    { name: `${academy}: next cohort`, maker: `//${academy}//Next cohort//EN` },
    days.map(({ name, page, ...day }) => ({
      ...day,
      id: `${name}-${day.day}@${site.hostname}`,
      url: new URL(page, site).href,
    })),
    now,
  );
}
