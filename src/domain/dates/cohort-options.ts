import { type Cohort, dayBefore, describePlaces } from "./cohort-state.ts";
import type { Day } from "./day.ts";
import { dayInText } from "./day-in-text.ts";
import { longDay } from "./long-day.ts";

/** What a learner chooses while no cohort with a date can be registered for. */
export const DATE_TO_BE_ANNOUNCED = "Next cohort, date to be announced";

/** A cohort that the form may offer. */
export interface CohortOption {
  /** "27 May 2024, cohort 8"; stored with the registration. */
  readonly text: string;
  /** Last day to register; null without a date. */
  readonly closes: Day | null;
}

/**
 * The form's cohorts, with the next one first, unless the list has its day already.
 * @param listed from content/form-options.yaml
 */
export function cohortOptions(listed: readonly string[], next: Cohort): CohortOption[] {
  const options = listed.map((text): CohortOption => ({ text, closes: closesOf(text, next) }));
  const text = nameInForm(listed, next);
  if (!next.isConfirmed || listed.includes(text)) return options;
  return [{ text, closes: next.closes }, ...options];
}

/** The next cohort's name in the form: as it is listed, or by its day. */
export function nameInForm(listed: readonly string[], { starts }: Pick<Cohort, "starts">): string {
  return listed.find((text) => dayInText(text) === starts) ?? longDay(starts);
}

function closesOf(text: string, next: Cohort): Day | null {
  const day = dayInText(text);
  if (day === next.starts && next.isConfirmed) return next.closes;
  return day && dayBefore(day);
}

/** Whether registration for a cohort, by its name, is over on `today`; never for one without a day. */
export function isCohortOver(text: string, next: Cohort, today: Day): boolean {
  const closes = closesOf(text, next);
  return closes !== null && closes < today;
}

/** Whether a name is exactly one that the form may offer, on any day; empty means no cohort. */
export function isCohortListed(name: string, listed: readonly string[], next: Cohort): boolean {
  if (name === "" || name === DATE_TO_BE_ANNOUNCED) return true;
  return cohortOptions(listed, next).some(({ text }) => text === name);
}

/** The cohorts that are open for registration on `today`; never an empty list. */
export function openCohorts(options: readonly CohortOption[], today: Day): string[] {
  const open = options.filter(({ closes }) => closes === null || closes >= today).map(({ text }) => text);
  return open.length > 0 ? open : [DATE_TO_BE_ANNOUNCED];
}

/** A cohort as the form's list shows it. */
export interface CohortChoice {
  readonly value: string;
  readonly text: string;
  /** No place is left: shown, but it cannot be chosen. */
  readonly isOver: boolean;
}

/**
 * What the form's list holds on `today`.
 * @param left places left, by the cohort's name, for cohorts in which few are left
 */
export function cohortChoices(
  options: readonly CohortOption[],
  today: Day,
  left: Readonly<Record<string, number>>,
): CohortChoice[] {
  const choices = openCohorts(options, today).map((value): CohortChoice => {
    const places = left[value];
    if (places === undefined) return { value, text: value, isOver: false };
    const note = places === 0 ? "full" : describePlaces(places);
    return { value, text: `${value} (${note})`, isOver: places === 0 };
  });
  const next = { value: DATE_TO_BE_ANNOUNCED, text: DATE_TO_BE_ANNOUNCED, isOver: false };
  return choices.every(({ isOver }) => isOver) ? [...choices, next] : choices;
}

/** The latest cohort that is over on `today`, where none is open; null otherwise. */
export function lastCohort(options: readonly CohortOption[], today: Day): string | null {
  const isOver = options.every(({ closes }) => closes !== null && closes < today);
  const [last] = [...options].sort((a, b) => (b.closes ?? "").localeCompare(a.closes ?? ""));
  return isOver && last ? last.text : null;
}
