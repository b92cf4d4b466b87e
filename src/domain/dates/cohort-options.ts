import {
  type Cohort,
  DATE_TO_BE_ANNOUNCED,
  describeSeatsLeft,
  findCohort,
  firstClassOf,
  hasCohort,
  type NamedCohort,
} from "./cohort.ts";
import type { Day } from "./day.ts";

/** A cohort that the form may offer. Its first class is null while it is not announced. */
export type CohortOption = Pick<Cohort, "id" | "name" | "firstClass" | "closes">;

/** Returns the form's cohorts, the earliest first class first. */
export function cohortOptions(cohorts: readonly Cohort[]): CohortOption[] {
  const sortText = ({ firstClass, name }: Cohort) => `${firstClass ?? "9999"} ${name}`;
  return [...cohorts]
    .sort((a, b) => sortText(a).localeCompare(sortText(b), "en", { numeric: true }))
    .map((cohort) => ({
      id: cohort.id,
      name: cohort.isConfirmed ? cohort.name : `${cohort.name}, no date yet`,
      firstClass: firstClassOf(cohort),
      closes: cohort.closes,
    }));
}

type ClosingDay = Pick<Cohort, "closes">;

/** Whether registration is over on `today`; never without a closing day. */
function isOver({ closes }: ClosingDay, today: Day): boolean {
  return closes !== null && closes < today;
}

export function isCohortOver(
  id: string,
  cohorts: readonly (ClosingDay & Pick<Cohort, "id">)[],
  today: Day,
): boolean {
  return cohorts.some((cohort) => cohort.id === id && isOver(cohort, today));
}

/** Whether the form may offer an id on some day. An empty id, for no cohort, is allowed. */
export function isCohortListed(id: string, cohorts: readonly Cohort[]): boolean {
  return id === "" || id === DATE_TO_BE_ANNOUNCED.id || findCohort(cohorts, id) !== null;
}

/** Returns the cohorts that are open for registration on `today`; never an empty list. */
export function openCohorts(options: readonly (NamedCohort & ClosingDay)[], today: Day): NamedCohort[] {
  const open = options.filter((option) => !isOver(option, today));
  return open.length > 0 ? open : [DATE_TO_BE_ANNOUNCED];
}

/**
 * Returns the first cohort with an announced first class whose registration is open; null if there is none.
 * @param options sorted
 */
export function nextClass(options: readonly CohortOption[], today: Day): DatedCohort | null {
  return options.filter(isDated).find((option) => !isOver(option, today)) ?? null;
}

/** A cohort whose day is announced. */
export type DatedCohort = CohortOption & { readonly firstClass: Day; readonly closes: Day };

function isDated(option: CohortOption): option is DatedCohort {
  return option.firstClass !== null && option.closes !== null;
}

/** A cohort as the form's list shows it. */
export interface CohortChoice {
  readonly value: string;
  readonly text: string;
  /** No seat is left: shown, but it cannot be chosen. */
  readonly isOver: boolean;
}

/**
 * Returns the entries of the form's list on `today`.
 * @param seatsLeft the number of seats by the cohort's id, for cohorts with few of them
 */
export function cohortChoices(
  options: readonly CohortOption[],
  today: Day,
  seatsLeft: Readonly<Record<string, number>>,
): CohortChoice[] {
  const choices = openCohorts(options, today).map(({ id, name }): CohortChoice => {
    const seats = seatsLeft[id];
    if (seats === undefined) return { value: id, text: name, isOver: false };
    const note = seats === 0 ? "full" : describeSeatsLeft(seats);
    return { value: id, text: `${name} (${note})`, isOver: seats === 0 };
  });
  const toBeAnnounced = { value: DATE_TO_BE_ANNOUNCED.id, text: DATE_TO_BE_ANNOUNCED.name, isOver: false };
  return choices.every(({ isOver }) => isOver) ? [...choices, toBeAnnounced] : choices;
}

/** Returns the id of the only cohort that can be chosen; empty if there are several or none. */
export function onlyCohort(choices: readonly CohortChoice[]): string {
  const [only, ...furtherChoices] = choices.filter(({ isOver }) => !isOver);
  return only && furtherChoices.length === 0 && hasCohort(only.value) ? only.value : "";
}

/** Returns the name of the latest cohort if registration for all is over on `today`; null otherwise. */
export function lastCohort(options: readonly CohortOption[], today: Day): string | null {
  if (!options.every((option) => isOver(option, today))) return null;
  const latest = options
    .map(({ closes }) => closes)
    .sort()
    .at(-1);
  return options.find(({ closes }) => closes === latest)?.name ?? null;
}
