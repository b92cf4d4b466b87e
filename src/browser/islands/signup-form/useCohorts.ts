import { useSyncExternalStore } from "react";
import { type CohortOption, lastCohort, openCohorts } from "~/domain/dates/cohort-options.ts";
import type { Day } from "~/domain/dates/day.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";

const never = () => () => {};

/**
 * The cohorts that one can register for today, and a hint where none has a date.
 * @param builtOn the day whose cohorts are in the page's HTML
 */
export function useCohorts(options: readonly CohortOption[], builtOn: Day) {
  // Compared as text: a day on which nothing differs renders nothing anew.
  const texts = useSyncExternalStore(
    never,
    () => textsOf(options, lagosDay(new Date())),
    () => textsOf(options, builtOn),
  );
  const [last = "", ...offered] = texts.split("\n");
  return { offered, hint: last === "" ? undefined : `Last on this form: ${last}.` };
}

function textsOf(options: readonly CohortOption[], today: Day): string {
  return [lastCohort(options, today) ?? "", ...openCohorts(options, today)].join("\n");
}
