/** Why a cohort takes nobody any more. Every function here rejects when the database fails. */
import { isCohortListed, isCohortOver } from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { PaymentContext } from "~/edge/payments/payment-context.ts";
import { findRegistration } from "~/edge/payments/registration-store.ts";
import { placesLeft } from "./cohort-places.ts";

type Refusing = Pick<PaymentContext, "db" | "prices" | "cohort" | "now">;

/** What is said of a cohort that is closed, is none of the form's or has no place left; null of any other. */
export async function cohortRefusal(context: Refusing, cohort: string): Promise<string | null> {
  if (isCohortOver(cohort, context.cohort, lagosDay(context.now))) {
    return `Registration for the cohort "${cohort}" is closed by now. Nothing was charged. Please choose another cohort.`;
  }
  // Another spelling would be a cohort of its own, whose places nobody counts.
  if (!isCohortListed(cohort, context.prices.cohorts, context.cohort)) {
    return `There is no cohort "${cohort}" to register for now. Nothing was charged. Please choose again from the list, and reload the page if it has no other.`;
  }
  return (await placesLeft(context, [cohort])).get(cohort) === 0
    ? `Every place in the cohort "${cohort}" is taken by now. Nothing was charged. Please choose another cohort.`
    : null;
}

/**
 * The same for an order, which a page that was opened days ago, or a form that was left half filled, may still name. One that
 * was begun before is not refused: whoever was let to the checkout may pay, even where that is one too many.
 */
export async function orderRefusal(context: Refusing, { reference, learner }: Order): Promise<string | null> {
  const message = await cohortRefusal(context, learner.cohort);
  if (!message) return null;
  // What a page only reported, and nobody was let to a checkout for, is no beginning.
  const begun = await findRegistration(context.db, reference);
  const isBegun = begun?.enrolmentId && begun.details?.learner.cohort === learner.cohort;
  return isBegun ? null : message;
}
