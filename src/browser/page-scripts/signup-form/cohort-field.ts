import { $places, askPlaces } from "~/browser/stores/places.ts";
import { cohortName } from "~/domain/dates/cohort.ts";
import {
  type CohortChoice,
  type CohortOption,
  cohortChoices,
  lastCohort,
} from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import { fieldNamed, fillList, showHint } from "./fields.ts";

export interface CohortField {
  /** Offers a cohort, by its id, also when it is closed or full: a payment that was begun in time goes on. */
  keep(cohort: string): void;
}

/**
 * Offers the cohorts that are open today, where the page was built on another day, and says of each how many places are left
 * where few are. What was chosen stays.
 * @param isCounted whether the content says how many places one of them has
 */
export function cohortField(
  form: HTMLFormElement,
  options: readonly CohortOption[],
  isCounted: boolean,
): CohortField {
  let kept = "";

  function offer(): void {
    const today = lagosDay(new Date());
    const list = fieldNamed(form, "cohort") as HTMLSelectElement;
    const chosen = list.value;
    const choices = withKept(cohortChoices(options, today, $places.get()), [kept, chosen]);
    const [, ...listed] = Array.from(list.options, ({ text }) => text);
    if (choices.map(({ text }) => text).join() !== listed.join()) fillList(list, choices);
    const last = lastCohort(options, today);
    showHint(
      form,
      "cohort",
      last ? `Last listed: ${last}.` : noteOf(choices, { id: chosen, name: nameOf(chosen) }),
    );
  }

  /** @param ids the cohort that is kept, and the one that is chosen; each may be empty */
  function withKept(choices: readonly CohortChoice[], ids: readonly string[]): readonly CohortChoice[] {
    const missing = ids.filter((id) => id !== "" && !choices.some(({ value }) => value === id));
    return [...new Set(missing)]
      .map(asItIs)
      .concat(choices.map((choice) => (choice.value === kept ? asItIs(kept) : choice)));
  }

  const nameOf = (id: string) => cohortName(options, id);
  const asItIs = (id: string): CohortChoice => ({ value: id, text: nameOf(id), isOver: false });

  offer();
  if (isCounted) {
    fieldNamed(form, "cohort")?.addEventListener("change", offer);
    void askPlaces().then(offer);
  }
  return {
    keep(cohort) {
      kept = cohort;
      offer();
    },
  };
}

/** What a narrow list cuts off: "3 places left"; null where the chosen cohort has only its name. */
function noteOf(choices: readonly CohortChoice[], { id, name }: Named): string | null {
  const { text = "" } = choices.find(({ value }) => value === id) ?? {};
  return text.slice(name.length).replace(/[ ()]+$|^[ (]+/g, "") || null;
}
