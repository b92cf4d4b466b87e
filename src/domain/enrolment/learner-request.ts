/** What a learner may ask of staff from My enrolment. */
import { addDays, type Day, dayLabel } from "~/domain/dates/day.ts";
import { lowerFirst } from "~/domain/text.ts";
import { chargeLabel } from "./charge.ts";
import { type DerivedCharge, unpaidCharges } from "./enrolment-status.ts";

export const LEARNER_REQUESTS = ["change", "withdraw", "erase", "more-time"] as const;
export type LearnerRequestKind = (typeof LEARNER_REQUESTS)[number];

/** As the learner chooses them, and as staff read them. */
export const REQUEST_LABELS: Readonly<Record<LearnerRequestKind, string>> = {
  change: "Change name, course or plan",
  withdraw: "Withdraw from the course",
  erase: "Delete my data",
  "more-time": "More time to pay",
};

/** What is typed with a request. A change needs it. */
export const LONGEST_REQUEST = 1000;

/** A request as it is sent. */
export interface LearnerRequest {
  readonly kind: LearnerRequestKind;
  readonly text: string;
  /** The day until which more time is asked for. */
  readonly day?: Day;
}

/** A request that staff have not answered. What was typed with it stays at the edge. */
export interface OpenRequest {
  readonly kind: LearnerRequestKind;
  /** In Lagos. */
  readonly requestedOn: Day;
  /** Of more time: the number of the charge, and the day that was asked for. */
  readonly charge: number | null;
  readonly day: Day | null;
}

/** How long after its due date a charge may be asked to wait, in days. */
const MOST_DAYS_MORE = 30;

export interface TimeWindow {
  /** The number of the charge. */
  readonly charge: number;
  readonly first: Day;
  readonly last: Day;
}

/** The days until which a learner may ask to pay the next open charge; null where there is no such day. */
export function moreTimeWindow(charges: readonly DerivedCharge[], today: Day): TimeWindow | null {
  const [next] = unpaidCharges(charges);
  if (!next?.due) return null;
  const dayAfter = addDays(next.due, 1);
  const first = dayAfter > today ? dayAfter : today;
  const last = addDays(next.due, MOST_DAYS_MORE);
  return first > last ? null : { charge: next.number, first, last };
}

/** "More time to pay tuition, payment 2 of 6, until Jan 20, 2027". @param chargeCount as of `chargeLabel` */
export function describeRequest(
  { kind, charge, day }: Pick<OpenRequest, "kind" | "charge" | "day">,
  chargeCount: number,
): string {
  if (charge === null || day === null) return REQUEST_LABELS[kind];
  const label = lowerFirst(chargeLabel({ number: charge }, chargeCount));
  return `${REQUEST_LABELS[kind]} ${label}, until ${dayLabel(day)}`;
}
