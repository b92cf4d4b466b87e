import { addDays, type Day } from "~/domain/dates/day.ts";
import { dueDay } from "~/domain/pricing/payment-dates.ts";
import type { LatePaymentPolicy } from "~/domain/pricing/payment-plan.ts";

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

/**
 * The consequence of a late payment, in words for a learner.
 * @param consequence null where the Terms only restrict access
 * @param label writes a day as pages show it
 */
export function describeLate(consequence: LateConsequence | null, label: (day: Day) => string): string {
  const portal = "Access to the learning portal is restricted until you pay.";
  if (!consequence) return portal;
  const from = label(consequence.from);
  return consequence.policy === "removed-after-a-week"
    ? `${portal} Pay before ${from}: under our Terms, you're removed from the course, with no refund, once you're more than one week late.`
    : `${portal} Pay before ${from}: under our Terms, you're dropped from the course once you miss a month's payment.`;
}

/** The policy alone, where its day is said beside it. */
export function describePolicy(policy: LatePaymentPolicy): string {
  return policy === "removed-after-a-week"
    ? "Under our Terms, you’re removed from the course, with no refund, once you’re more than one week late."
    : "Under our Terms, you’re dropped from the course once you miss a month’s payment.";
}
