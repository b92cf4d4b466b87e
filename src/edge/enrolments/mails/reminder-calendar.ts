import ical, { ICalEventTransparency } from "ical-generator";
import type { Day } from "~/domain/dates/day.ts";
import type { EnrolmentRecord } from "../enrolment-record.ts";

/** An iCalendar file (RFC 5545) with the due date of one charge; its id is the same whenever it is made. */
export function reminderCalendar(
  { id, course }: Pick<EnrolmentRecord, "id" | "course">,
  { number, label, due, site, now }: { number: number; label: string; due: Day; site: URL; now: Date },
): string {
  const calendar = ical({ name: `${course.name}: payments`, prodId: "//Academy//Payments//EN" });
  calendar.createEvent({
    id: `${id}-${number}@${site.hostname}`,
    stamp: now,
    start: new Date(`${due}T00:00:00Z`),
    allDay: true,
    summary: `${label}, ${course.name}: last day to pay`,
    url: new URL("/My-enrolment", site).href,
    transparency: ICalEventTransparency.TRANSPARENT,
  });
  return calendar.toString();
}
