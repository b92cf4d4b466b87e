import type { Day } from "./day.ts";
import { dayInText } from "./day-in-text.ts";

/**
 * The form's cohort options: the next cohort first, unless the list has its day already.
 * @param listed from content/form-options.yaml
 * @param next first day of the next cohort, if confirmed
 */
export function cohortOptions(listed: readonly string[], next: Day | null): string[] {
  if (next === null || listed.some((cohort) => dayInText(cohort) === next)) return [...listed];
  const label = new Date(`${next}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return [label, ...listed];
}
