/** Requests that a learner may send to staff from My enrolment. */
import { addDays, type Day, dayLabel } from "~/domain/dates/day.ts";
import { lowerFirst } from "~/domain/text.ts";
import { chargeLabel } from "./charge.ts";
import { type DerivedCharge, unpaidCharges } from "./enrolment-status.ts";

export const LEARNER_REQUESTS = ["change", "withdraw", "erase", "more-time"] as const;
export type LearnerRequestKind = (typeof LEARNER_REQUESTS)[number];

/** The labels of requests, for learners and staff. */
export const REQUEST_LABELS: Readonly<Record<LearnerRequestKind, string>> = {
  change: "Change name, course or plan",
  withdraw: "Withdraw from the course",
  erase: "Delete my data",
  "more-time": "More time to pay",
};

/** The maximum length of a request's text. */
export const LONGEST_REQUEST = 1000;

/** A request as it is sent. */
export interface LearnerRequest {
  readonly kind: LearnerRequestKind;
  /** The learner's words, which a change requires. */
  readonly text: string;
  /** The day until which more time is asked for. */
  readonly day?: Day;
}

/** A request that staff have not answered. Its text stays at the edge. */
export interface OpenRequest {
  readonly kind: LearnerRequestKind;
  /** The day in Lagos. */
  readonly requestedOn: Day;
  /** The number of the charge; null unless more time is requested. */
  readonly charge: number | null;
  /** The requested day; null unless more time is requested. */
  readonly day: Day | null;
}

/** The maximum number of days after the due date that a learner may ask for. */
const MOST_DAYS_MORE = 30;

export interface TimeWindow {
  /** The number of the charge. */
  readonly charge: number;
  readonly first: Day;
  readonly last: Day;
}

/** Returns the days until which a learner may ask to pay the next unpaid charge; null if there are none. */
export function moreTimeWindow(charges: readonly DerivedCharge[], today: Day): TimeWindow | null {
  const [nextCharge] = unpaidCharges(charges);
  if (!nextCharge?.due) return null;
  const dayAfter = addDays(nextCharge.due, 1);
  const first = dayAfter > today ? dayAfter : today;
  const last = addDays(nextCharge.due, MOST_DAYS_MORE);
  return first > last ? null : { charge: nextCharge.number, first, last };
}

/** Returns "More time to pay tuition, payment 2 of 6, until Jan 20, 2027". @param chargeCount as in `chargeLabel` */
export function describeRequest(
  { kind, charge, day }: Pick<OpenRequest, "kind" | "charge" | "day">,
  chargeCount: number,
): string {
  if (charge === null || day === null) return REQUEST_LABELS[kind];
  const label = lowerFirst(chargeLabel({ number: charge }, chargeCount));
  return `${REQUEST_LABELS[kind]} ${label}, until ${dayLabel(day)}`;
}
