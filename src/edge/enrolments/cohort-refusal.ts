/** Why registration for a cohort is refused. Every function here rejects when the database fails. */
import { cohortName } from "~/domain/dates/cohort.ts";
import { isCohortListed, isCohortOver } from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { placesLeft } from "./cohort-places.ts";

type Refusing = Pick<AppContext, "db" | "prices" | "now">;

/** The message for a cohort, by its id, that is closed, full or not in the form; null for any other. */
export async function cohortRefusal(context: Refusing, cohort: string): Promise<string | null> {
  const { cohorts } = context.prices;
  const name = cohortName(cohorts, cohort);
  if (isCohortOver(cohort, cohorts, lagosDay(context.now))) {
    return `Registration for the cohort "${name}" is closed by now. Nothing was charged. Please choose another cohort.`;
  }
  if (!isCohortListed(cohort, cohorts)) {
    return `There is no cohort "${name}" to register for now. Nothing was charged. Please choose again from the list, and reload the page if it has no other.`;
  }
  return (await placesLeft(context, [cohort])).get(cohort) === 0
    ? `Every place in the cohort "${name}" is taken by now. Nothing was charged. Please choose another cohort.`
    : null;
}

/**
 * The same for an order, since a page opened days ago, or a form left half filled, may still name such a cohort. An order
 * that was begun before is not refused: whoever was let into the checkout may pay, even where that is one too many.
 */
export async function orderRefusal(context: Refusing, { reference, learner }: Order): Promise<string | null> {
  const message = await cohortRefusal(context, learner.cohort);
  if (!message) return null;
  // What a page only reported, without a checkout that was opened for it, does not count as begun.
  const begun = await findPayment(context.db, reference);
  const isBegun = begun?.enrolmentId && begun.details?.learner.cohort === learner.cohort;
  return isBegun ? null : message;
}
