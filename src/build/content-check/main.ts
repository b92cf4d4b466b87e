import { dayOf } from "~/domain/dates/day.ts";
import { checkContent, type Place } from "./check-content.ts";
import { errorReport, report } from "./report.ts";

/** What was found, for people to read, and whether something in it stops a build. */
export function checkToday(place: Place): { report: string; hasErrors: boolean } {
  const result = checkContent(place, dayOf(new Date()));
  return { report: report(result), hasErrors: result.errors.length > 0 };
}

/** What must be mended before the site can be built, as an editor reads it; null when nothing must. */
export function errorsOf(place: Place): string | null {
  const { errors } = checkContent(place, dayOf(new Date()));
  return errors.length > 0 ? errorReport(errors) : null;
}
