import { dayOf } from "~/domain/dates/cohort-date.ts";
import { checkContent, type Place } from "./check-content.ts";
import { report } from "./report.ts";

/** Prints what was found; returns the exit code, 1 when there are errors. */
export function main(place: Place): 0 | 1 {
  const result = checkContent(place, dayOf(new Date()));
  console.log(report(result));
  return result.errors.length > 0 ? 1 : 0;
}
