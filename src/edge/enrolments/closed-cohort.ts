import { isCohortOver } from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import type { Order } from "~/domain/enrolment/order.ts";
import type { PaymentContext } from "~/edge/payments/payment-context.ts";
import { findRegistration } from "./registration-store.ts";

/** What is said of a cohort for which nobody can register any more; null of any other. */
export function closedCohortMessage(
  { cohort: next, now }: Pick<PaymentContext, "cohort" | "now">,
  cohort: string,
): string | null {
  return isCohortOver(cohort, next, lagosDay(now))
    ? `Registration for the cohort "${cohort}" is closed by now. Nothing was charged. Please choose another cohort.`
    : null;
}

/**
 * The same for an order, which a page that was opened days ago, or a form that was left half filled, may still name. One that
 * was begun before is not refused. Rejects when the database fails.
 */
export async function closedFor(
  context: PaymentContext,
  { reference, learner }: Order,
): Promise<string | null> {
  const message = closedCohortMessage(context, learner.cohort);
  return message && !(await findRegistration(context.db, reference)) ? message : null;
}
