import type { Day } from "./day.ts";

/** A group of learners who begin together, as in content: everything else refers to it by its id. */
export interface Cohort {
  readonly id: string;
  readonly name: string;
  /** Day of the first class; null while none is planned. */
  readonly firstClass: Day | null;
  /** Last day to register; null without a first class. */
  readonly closes: Day | null;
  /** false while the day may change: then it is not announced. */
  readonly isConfirmed: boolean;
  /** null where any number may join. */
  readonly seats: number | null;
}

/** A cohort as a list offers it. */
export type NamedCohort = Pick<Cohort, "id" | "name">;

/** What a learner chooses while no cohort can be registered for: its id is no file in content. */
export const DATE_TO_BE_ANNOUNCED: NamedCohort = {
  id: "to-be-announced",
  name: "Next cohort, date to be announced",
};

/** Whether a learner has a cohort yet: until then the learner may choose one. */
export function hasCohort(id: string): boolean {
  return id !== "" && id !== DATE_TO_BE_ANNOUNCED.id;
}

/** null for an id that content does not have. */
export function findCohort(cohorts: readonly Cohort[], id: string): Cohort | null {
  return cohorts.find((cohort) => cohort.id === id) ?? null;
}

/** A cohort as people know it: the id itself where content no longer has it, empty without one. */
export function cohortName(cohorts: readonly NamedCohort[], id: string): string {
  return [...cohorts, DATE_TO_BE_ANNOUNCED].find((cohort) => cohort.id === id)?.name ?? id;
}

/** The day from which everything after the first payment is counted; null while it is not announced. */
export function firstClassOf(cohort: Cohort | null): Day | null {
  return cohort?.isConfirmed ? cohort.firstClass : null;
}
