import { counted } from "~/domain/text.ts";
import { DAY_MS, type Day, dayLabel } from "./day.ts";

export interface NamedCohort {
  readonly id: string;
  readonly name: string;
}

/** A group of learners who start together, as in content: everything else refers to it by its id. */
export interface Cohort extends NamedCohort {
  /** Day of the first class; null while none is planned. */
  readonly firstClass: Day | null;
  /** Last day to register; null without a first class. */
  readonly closes: Day | null;
  /** false while the day may change: then it is not announced. */
  readonly isConfirmed: boolean;
  /** The number of seats; null if it is not limited. */
  readonly seats: number | null;
}

/** The choice of a learner while no cohort can be registered for. Its id is no file in content. */
export const DATE_TO_BE_ANNOUNCED: NamedCohort = {
  id: "to-be-announced",
  name: "Date to be announced",
};

/** Whether a learner's cohort id names a cohort. A learner without a cohort may choose one. */
export function hasCohort(id: string): boolean {
  return id !== "" && id !== DATE_TO_BE_ANNOUNCED.id;
}

export function findCohort(cohorts: readonly Cohort[], id: string): Cohort | null {
  return cohorts.find((cohort) => cohort.id === id) ?? null;
}

/** Returns a cohort's name. An id that content no longer has becomes words: "Cohort 9" for "cohort-9". */
export function cohortName(cohorts: readonly NamedCohort[], id: string): string {
  const listed = [...cohorts, DATE_TO_BE_ANNOUNCED].find((cohort) => cohort.id === id);
  return listed?.name ?? id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
}

/** Returns the first class's day, from which due dates are counted; null while it is not announced. */
export function firstClassOf(cohort: Cohort | null): Day | null {
  return cohort?.isConfirmed ? cohort.firstClass : null;
}

/** Returns a cohort as data attributes, from which a page's script updates its texts on a later day. */
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

/** The next cohort, as pages show it. */
export interface NextCohort {
  /** Day of the first class. */
  readonly starts: Day;
  /** Last day to register. */
  readonly closes: Day;
  /** false while the dates may change. */
  readonly isConfirmed: boolean;
  /** The cohort's id, if its seats are counted. */
  readonly counted?: string | undefined;
}

export type CohortState =
  | {
      readonly name: "open" | "last-days";
      /** 0 on the last day. */
      readonly daysLeft: number;
    }
  | { readonly name: "full" | "closed" | "to-be-announced" };

/** The number of days before closing that count as the last days. */
const LAST_DAYS = 7;

/** The number of seats left; null or undefined if there are many, or if it is unknown. */
export type SeatsLeft = number | null | undefined;

/** Returns the state of registration on `today`. Unconfirmed or past dates are to be announced. */
export function cohortState(
  { starts, closes, isConfirmed }: NextCohort,
  today: Day,
  left: SeatsLeft = null,
): CohortState {
  if (!isConfirmed || today > starts) return { name: "to-be-announced" };
  if (today > closes) return { name: "closed" };
  if (left === 0) return { name: "full" };
  const daysLeft = Math.round((Date.parse(closes) - Date.parse(today)) / DAY_MS);
  return { name: daysLeft <= LAST_DAYS ? "last-days" : "open", daysLeft };
}

/** Returns the first class's day while it is announced and not past; null otherwise. */
export function announcedStart(cohort: NextCohort, today: Day): Day | null {
  return cohortState(cohort, today).name === "to-be-announced" ? null : cohort.starts;
}

const NO_NEXT_DATE = "The next one has no date yet.";

/** All texts about the next cohort. */
export interface CohortDescription {
  readonly badge: string;
  /** The text after "Next Cohort Date": "Feb 15, 2027". Never a past day. */
  readonly date: string;
  /** A note beside the date: "(full)". Empty where there is nothing to say. */
  readonly note: string;
  /** The last announced day, for a course's info strip: "(last: Feb 26, 2024)". Empty unless it is past. */
  readonly last: string;
  /** A sentence that names no past day. */
  readonly sentence: string;
}

/**
 * Returns the texts about the cohort on `today`.
 * @throws RangeError for a day that is not a valid year-month-day
 */
export function describeCohort(cohort: NextCohort, today: Day, left: SeatsLeft = null): CohortDescription {
  const state = cohortState(cohort, today, left);
  const seats = left ? describeSeatsLeft(left) : null;
  const [starts, closes] = [dayLabel(cohort.starts), dayLabel(cohort.closes)];
  const dated = { date: starts, note: seats ? `(${seats})` : "", last: "" };
  switch (state.name) {
    case "open":
      return {
        ...dated,
        badge: seats ?? "Open",
        sentence: `Classes start on ${starts}. Register by ${closes}: ${state.daysLeft} days left.`,
      };
    case "last-days":
      return {
        ...dated,
        badge: seats ?? "Last days",
        sentence: `Classes start on ${starts}. Registration closes on ${closes}: ${describeDaysLeft(state.daysLeft)}.`,
      };
    case "full":
      return {
        ...dated,
        badge: "Full",
        note: "(full)",
        sentence: `The cohort of ${starts} is full. ${NO_NEXT_DATE}`,
      };
    case "closed":
      return {
        ...dated,
        badge: "Closed",
        note: "(registration closed)",
        sentence: `Registration for the cohort of ${starts} closed on ${closes}. ${NO_NEXT_DATE}`,
      };
    case "to-be-announced": {
      const isOver = cohort.starts < today;
      return {
        badge: "To be announced",
        date: isOver ? "To be announced" : "To Be Decided",
        note: "",
        last: isOver ? `(last: ${starts})` : "",
        sentence: "No date yet.",
      };
    }
  }
}

/** Returns "3 seats left". */
export function describeSeatsLeft(left: number): string {
  return `${counted(left, "seat")} left`;
}

function describeDaysLeft(daysLeft: number): string {
  if (daysLeft === 0) return "today is the last day";
  return `${counted(daysLeft, "day")} left`;
}
