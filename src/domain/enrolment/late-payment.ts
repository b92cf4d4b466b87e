import { addDays, type Day } from "~/domain/dates/day.ts";
import { dueDay } from "~/domain/pricing/payment-dates.ts";

/** The consequence of a late payment by the Terms, and the day from which it may apply. */
export interface LateRule {
  /** removed: from the course, without a refund (two installments) · dropped: from the course (five installments). */
  readonly name: "removed" | "dropped";
  /** The first day on which it may apply, in Lagos. */
  readonly from: Day;
}

const TWO_INSTALLMENTS = "two-installments";

/**
 * The rule for a payment that was due on a day; null for tuition that is paid at once.
 * @param planId of the price card, which both currencies share
 */
export function lateRule(planId: string, chargeCount: number, due: Day): LateRule | null {
  if (planId === TWO_INSTALLMENTS) return { name: "removed", from: addDays(due, 8) };
  // With the fee and one payment there is nothing to be late with.
  if (chargeCount <= 2) return null;
  return { name: "dropped", from: addDays(dueDay(due, { count: 1, unit: "month" }), 1) };
}

/**
 * The consequence of a late payment, in words for a learner.
 * @param rule null where the Terms only restrict access
 * @param label writes a day as pages show it
 */
export function describeLate(rule: LateRule | null, label: (day: Day) => string): string {
  const portal = "Access to the learning portal is restricted until you pay.";
  if (!rule) return portal;
  const from = label(rule.from);
  return rule.name === "removed"
    ? `${portal} Pay before ${from}: under our Terms, you're removed from the course, with no refund, once you're more than one week late.`
    : `${portal} Pay before ${from}: under our Terms, you're dropped from the course once you miss a month's payment.`;
}

/** The rule alone, where its day is said beside it. */
export function describeLateRule({ name }: LateRule): string {
  return name === "removed"
    ? "Under our Terms, you’re removed from the course, with no refund, once you’re more than one week late."
    : "Under our Terms, you’re dropped from the course once you miss a month’s payment.";
}
