import { dayOf } from "~/domain/dates/day.ts";
import { checkContent, type Place } from "./check-content.ts";
import { errorReport, report } from "./report.ts";

/** Prints what was found; returns the exit code, 1 when there are errors. */
export function main(place: Place): 0 | 1 {
  const result = checkContent(place, dayOf(new Date()));
  console.log(report(result));
  return result.errors.length > 0 ? 1 : 0;
}

/** What must be mended before the site can be built, as an editor reads it; null when nothing must. */
export function errorsOf(place: Place): string | null {
  const { errors } = checkContent(place, dayOf(new Date()));
  return errors.length > 0 ? errorReport(errors) : null;
}
