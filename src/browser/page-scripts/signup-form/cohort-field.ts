import { type CohortOption, lastCohort, openCohorts } from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import { fieldNamed, fillList, showHint } from "./fields.ts";

/** Offers the cohorts that are open today, where the page was built on another day. What was chosen stays. */
export function showCohorts(form: HTMLFormElement, options: readonly CohortOption[]): void {
  const today = lagosDay(new Date());
  const list = fieldNamed(form, "cohort") as HTMLSelectElement;
  const offered = openCohorts(options, today);
  const [, ...listed] = Array.from(list.options, ({ value }) => value);
  if (offered.join() !== listed.join()) {
    const texts = list.value && !offered.includes(list.value) ? [list.value, ...offered] : offered;
    fillList(
      list,
      texts.map((text) => ({ value: text, text })),
    );
  }
  const last = lastCohort(options, today);
  showHint(form, "cohort", last && `Last on this form: ${last}.`);
}
