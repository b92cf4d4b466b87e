import type { NextCohort } from "./cohort-state.ts";

/** A cohort as data attributes: a page keeps the record beside its words, so that its script can update them on a later day. */
export function cohortData({ starts, closes, isConfirmed, counted }: NextCohort) {
  return {
    "data-starts": starts,
    "data-closes": closes,
    "data-confirmed": isConfirmed ? "" : undefined,
    "data-counted": counted,
  };
}

/** Reverses {@link cohortData}. */
export function parseCohortData({ starts = "", closes = "", confirmed, counted }: DOMStringMap): NextCohort {
  return { starts, closes, isConfirmed: confirmed !== undefined, counted };
}
