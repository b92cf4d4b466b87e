import type { Day } from "./day.ts";
import { dayInText } from "./day-in-text.ts";

/**
 * The cohorts one can register for, as they read in the form: the next one first, unless the list names its day already.
 * @param listed those of content/form-options.yaml
 * @param next first day of the next cohort when that is certain, else null
 */
export function offeredCohorts(listed: readonly string[], next: Day | null): string[] {
  if (next === null || listed.some((cohort) => dayInText(cohort) === next)) return [...listed];
  const words = new Date(`${next}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return [words, ...listed];
}
