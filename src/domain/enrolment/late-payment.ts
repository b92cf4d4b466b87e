/** The late-payment policy: what the Terms say happens to a learner who pays late. */
import { addDays, type Day } from "~/domain/dates/day.ts";
import { dueDay } from "~/domain/pricing/payment-dates.ts";
import type { LatePaymentPolicy } from "~/domain/pricing/payment-plan.ts";
import { lowerFirst } from "~/domain/text.ts";

/** The consequence of a late payment by the Terms, and the day from which it may apply. */
export interface LateConsequence {
  readonly policy: LatePaymentPolicy;
  /** The first day on which it may apply, in Lagos. */
  readonly from: Day;
}

/** Returns the consequence of not paying by the due date; `null` if the Terms only restrict access. */
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

/** Returns the sentence about a consequence, with its day. @param label writes a day as pages show it */
export function describeLate({ policy, from }: LateConsequence, label: (day: Day) => string): string {
  return `Pay before ${label(from)}: ${lowerFirst(describePolicy(policy))}`;
}

/** Returns the sentence about a policy's consequence, without a day. */
export function describePolicy(policy: LatePaymentPolicy): string {
  return policy === "removed-after-a-week"
    ? "Under our Terms, you’re removed from the course, with no refund, once you’re more than one week late."
    : "Under our Terms, you’re dropped from the course once you miss a month’s payment.";
}
