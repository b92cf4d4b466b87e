/** What paying, and paying late, means for a learner: access to the learning portal, and the consequences in the Terms. */
import { addDays, type Day } from "~/domain/dates/day.ts";
import { dueDay } from "~/domain/pricing/payment-dates.ts";
import type { LatePaymentPolicy } from "~/domain/pricing/payment-plan.ts";
import { lowerFirst } from "~/domain/text.ts";
import type { DerivedCharge, EnrolmentStatus } from "./enrolment-status.ts";

/** A learner's access to the learning portal, once something has been paid. */
export type Access = "registered" | "active" | "restricted" | "ended";

/** The one sentence about each, the same for the learner and at the desk. */
export const ACCESS_WORDS: Readonly<Record<Access, string>> = {
  registered: "Learning portal access starts with the first tuition payment.",
  active: "Learning portal access is active.",
  restricted: "Learning portal access is restricted until the overdue payment is in.",
  ended: "Learning portal access has ended.",
};

/** Returns the access that an enrolment has on a day, in Lagos; null while neither fee nor tuition is paid. */
export function accessOf({ state, charges }: AccessFacts, today: Day): Access | null {
  if (state === "withdrawn" || state === "refunded") return "ended";
  if (state === "started") return null;
  if (charges.some((charge) => isOverdueADay(charge, today))) return "restricted";
  const isPaid = (number: number) =>
    charges.some((charge) => charge.number === number && charge.status === "paid");
  if (isPaid(1)) return "active";
  return isPaid(0) ? "registered" : null;
}

/** Returns the sentence about the access that an enrolment has on a day; null where it has none. */
export function describeAccess(facts: AccessFacts, today: Day): string | null {
  const access = accessOf(facts, today);
  return access && ACCESS_WORDS[access];
}

interface AccessFacts extends Pick<EnrolmentStatus, "state"> {
  readonly charges: readonly Pick<DerivedCharge, "number" | "due" | "status">[];
}

/** Whether a charge is overdue by more than 24 hours: its day, the last one in time, and the day after it are over. */
function isOverdueADay({ due, status }: Pick<DerivedCharge, "due" | "status">, today: Day): boolean {
  return status !== "paid" && due !== null && today > addDays(due, 1);
}

/** The consequence of a late payment by the Terms, and the day from which it may apply. */
export interface LateConsequence {
  readonly policy: LatePaymentPolicy;
  /** The first day on which it may apply, in Lagos. */
  readonly from: Day;
}

/** The consequence for a payment that was due on a day; null where the Terms only restrict access. */
export function lateConsequence(policy: LatePaymentPolicy | null, due: Day): LateConsequence | null {
  switch (policy) {
    case null:
      return null;
    case "removed-after-a-week":
      return { policy, from: addDays(due, 8) };
    case "dropped-after-a-month":
      return { policy, from: addDays(dueDay(due, { count: 1, unit: "month" }), 1) };
  }
}

/** The consequence of a late payment and its day, in words for a learner. @param label writes a day as pages show it */
export function describeLate({ policy, from }: LateConsequence, label: (day: Day) => string): string {
  return `Pay before ${label(from)}: ${lowerFirst(describePolicy(policy))}`;
}

/** The policy alone, where its day is said beside it. */
export function describePolicy(policy: LatePaymentPolicy): string {
  return policy === "removed-after-a-week"
    ? "Under our Terms, you’re removed from the course, with no refund, once you’re more than one week late."
    : "Under our Terms, you’re dropped from the course once you miss a month’s payment.";
}
