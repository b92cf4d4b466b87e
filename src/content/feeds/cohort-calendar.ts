import { calendarFile } from "~/domain/dates/calendar-file.ts";
import type { Day } from "~/domain/dates/day.ts";

/** The next cohort, for a calendar. */
export interface CohortDates {
  /** The academy's name. */
  readonly academy: string;
  /** The site's origin. */
  readonly site: URL;
  /** Day of the first class. */
  readonly starts: Day;
  /** Last day to register. */
  readonly closes: Day;
  /** Timestamp of the file. */
  readonly now: Date;
}

/** A calendar file of two days: the last day to register, and the first class. */
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
