import { useStore } from "@nanostores/react";
import { useEffect, useSyncExternalStore } from "react";
import { $places, askPlaces } from "~/browser/stores/places.ts";
import { type CohortOption, cohortChoices, lastCohort } from "~/domain/dates/cohort-options.ts";
import type { Day } from "~/domain/dates/day.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";

const never = () => () => {};

/**
 * The cohorts as the form offers them today, and a hint where none has a date.
 * @param builtOn the day whose cohorts are in the page's HTML
 * @param counted those whose places are counted
 */
export function useCohorts(options: readonly CohortOption[], builtOn: Day, counted: readonly string[]) {
  // A day, which is compared by its text: another one renders the list anew.
  const today = useSyncExternalStore(
    never,
    () => lagosDay(new Date()),
    () => builtOn,
  );
  const places = useStore($places);
  const isCounted = counted.length > 0;
  useEffect(() => {
    if (isCounted) void askPlaces();
  }, [isCounted]);
  const last = lastCohort(options, today);
  return {
    choices: cohortChoices(options, today, places),
    hint: last === null ? undefined : `Last on this form: ${last}.`,
  };
}
