import ical, { ICalEventTransparency } from "ical-generator";
import type { Day } from "~/domain/dates/day.ts";

/** What a calendar is told of the next cohort. */
export interface CohortDates {
  /** The academy's name. */
  readonly academy: string;
  /** The site's origin. */
  readonly site: URL;
  /** Day of the first class. */
  readonly starts: Day;
  /** Last day to register. */
  readonly closes: Day;
  /** When the file is made. */
  readonly now: Date;
}

/**
 * An iCalendar file (RFC 5545) with two whole days: the last to register, and the first class. Their ids
 * stay the same over builds, so that a calendar which takes the file twice has them once.
 */
export function cohortCalendar({ academy, site, starts, closes, now }: CohortDates): string {
  const calendar = ical({ name: `${academy}: next cohort`, prodId: `//${academy}//Next cohort//EN` });
  const days = [
    {
      id: "registration-closes",
      day: closes,
      summary: `Last day to register at ${academy}`,
      url: new URL("/Signup", site),
    },
    { id: "first-class", day: starts, summary: `First class at ${academy}`, url: new URL("/Cohort", site) },
  ];
  for (const { id, day, summary, url } of days) {
    calendar.createEvent({
      id: `${id}-${day}@${site.hostname}`,
      stamp: now,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary,
      url: url.href,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
