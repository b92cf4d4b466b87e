import { $places, askPlaces } from "~/browser/stores/places.ts";
import {
  type CohortChoice,
  type CohortOption,
  cohortChoices,
  lastCohort,
} from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import { fieldNamed, fillList, showHint } from "./fields.ts";

/**
 * Offers the cohorts that are open today, where the page was built on another day, and says of each how many places are left
 * where few are. What was chosen stays.
 * @param isCounted whether the content says how many places one of them has
 */
export function showCohorts(
  form: HTMLFormElement,
  options: readonly CohortOption[],
  isCounted: boolean,
): void {
  offer(form, options);
  if (isCounted) void askPlaces().then(() => offer(form, options));
}

function offer(form: HTMLFormElement, options: readonly CohortOption[]): void {
  const today = lagosDay(new Date());
  const list = fieldNamed(form, "cohort") as HTMLSelectElement;
  const choices = cohortChoices(options, today, $places.get());
  const [, ...listed] = Array.from(list.options, ({ text }) => text);
  if (choices.map(({ text }) => text).join() !== listed.join()) {
    const isOffered = choices.some(({ value }) => value === list.value);
    fillList(list, list.value && !isOffered ? [asBefore(list.value), ...choices] : choices);
  }
  const last = lastCohort(options, today);
  showHint(form, "cohort", last && `Last on this form: ${last}.`);
}

const asBefore = (value: string): CohortChoice => ({ value, text: value, isOver: false });
