import type { Cohort } from "./cohort-state.ts";

/** A cohort as data attributes: a page keeps the record beside its words, and its script says them anew another day. */
export function cohortData({ starts, closes, isConfirmed, counted }: Cohort) {
  return {
    "data-starts": starts,
    "data-closes": closes,
    "data-confirmed": isConfirmed ? "" : undefined,
    "data-counted": counted,
  };
}

/** Reverses {@link cohortData}. */
export function parseCohortData({ starts = "", closes = "", confirmed, counted }: DOMStringMap): Cohort {
  return { starts, closes, isConfirmed: confirmed !== undefined, counted };
}
