import { dayOf } from "~/domain/dates/day.ts";
import { checkContent, launchNotes, type Place } from "./check-content.ts";
import type { Finding } from "./finding.ts";
import { readContent } from "./read-entries.ts";
import { errorReport, launchReport, report } from "./report.ts";

/** What was found, for people to read, and whether something in it stops a build. */
export function checkToday(place: Place): { report: string; hasErrors: boolean } {
  const result = checkContent(place, dayOf(new Date()));
  return { report: report(result), hasErrors: result.errors.length > 0 };
}

/**
 * What a launch still needs.
 * @param folder the content folder, with a slash at its end
 */
export function launchToday(folder: string): { report: string; notes: readonly Finding[] } {
  const notes = launchNotes(readContent(folder), dayOf(new Date()));
  return { report: launchReport(notes), notes };
}

/** What must be corrected before the site can be built, as an editor reads it; null when nothing must. */
export function errorsOf(place: Place): string | null {
  const { errors } = checkContent(place, dayOf(new Date()));
  return errors.length > 0 ? errorReport(errors) : null;
}
