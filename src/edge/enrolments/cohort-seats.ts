import { cohortName, DATE_TO_BE_ANNOUNCED, findCohort } from "~/domain/dates/cohort.ts";
import {
  type CohortChoice,
  cohortChoices,
  cohortOptions,
  isCohortListed,
  isCohortOver,
} from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { rowsOf, type Sql, sql } from "~/edge/database.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import type { EnrolmentRecord } from "./enrolment-record.ts";

/**
 * A condition on `enrolments`. A whole charge must be paid, because anyone can name a cohort and pay
 * Paystack's minimum.
 */
export const HAS_SEAT = sql`state IN ('active', 'complete') AND course_id <> '' AND EXISTS (
  SELECT 1 FROM charges WHERE charges.enrolment_id = enrolments.id AND is_paid = 1)`;

/**
 * A condition on `enrolments`: the learner has paid and is in the cohort.
 * @param cohort empty for learners without one
 */
export function isMemberOf(cohort: string): Sql {
  const ids = cohort === "" ? ["", DATE_TO_BE_ANNOUNCED.id] : [cohort];
  return sql`cohort IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND state IN ('active', 'complete') AND erased_at IS NULL`;
}

/** A condition on `enrolments`: the tuition is announced. It is every charge except number 0, the registration fee. */
export const HAS_TUITION = sql`EXISTS (
  SELECT 1 FROM charges WHERE charges.enrolment_id = enrolments.id AND number > 0)`;

type Tools = Pick<AppContext, "db" | "prices">;
type ToolsWithTime = Tools & Pick<AppContext, "now">;

/** Returns the free seats of each cohort with a number of seats in content; 0 also for an overbooked cohort. */
export async function seatsLeft(
  { db, prices }: Tools,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const seats = new Map(
    prices.cohorts.flatMap((cohort) => (cohort.seats === null ? [] : [[cohort.id, cohort.seats]])),
  );
  const counted = ids.filter((id) => seats.has(id));
  if (counted.length === 0) return new Map();
  const results = await rowsOf<{ id: string; taken: number }>(db)`
    SELECT value AS id, (SELECT COUNT(*) FROM enrolments WHERE cohort = value AND ${HAS_SEAT}) AS taken
    FROM json_each(${JSON.stringify(counted)})`;
  return new Map(results.map(({ id, taken }) => [id, Math.max(0, (seats.get(id) ?? 0) - taken)]));
}

/** Whether other learners have all the seats of an enrolment's cohort. */
export async function isOverbooked(
  { db, prices }: Tools,
  { id, learner: { cohort } }: Pick<EnrolmentRecord, "id" | "learner">,
): Promise<boolean> {
  const seats = findCohort(prices.cohorts, cohort)?.seats ?? null;
  if (seats === null) return false;
  const [row] = await rowsOf<{ taken: number }>(db)`
    SELECT COUNT(*) AS taken FROM enrolments INDEXED BY enrolments_with_seat
    WHERE cohort = ${cohort} AND id <> ${id} AND instr(flags, 'overbooked') = 0 AND ${HAS_SEAT}`;
  return (row?.taken ?? 0) >= seats;
}

/**
 * Finds the enrolments whose flag "overbooked" is outdated. Seats go in the order of the first payments, except that
 * a learner who has one keeps it.
 */
export async function wronglyFlaggedIn({ db, prices }: Tools, cohort: string): Promise<string[]> {
  const seats = findCohort(prices.cohorts, cohort)?.seats ?? null;
  // Without a limit, which is NULL here, nobody is overbooked.
  const results = await rowsOf<{ id: string }>(db)`
    WITH paid AS (
      SELECT id, instr(flags, 'overbooked') > 0 AS isFlagged,
        (SELECT MIN(payment_events.id) FROM payments JOIN payment_events USING (reference)
         WHERE payments.enrolment_id = enrolments.id AND kind = 'charged') AS firstCharge
      FROM enrolments INDEXED BY enrolments_with_seat WHERE cohort = ${cohort} AND ${HAS_SEAT}
    ), placed AS (
      SELECT id, isFlagged, ROW_NUMBER() OVER (ORDER BY isFlagged, firstCharge, id) AS place FROM paid
    )
    SELECT id FROM placed WHERE isFlagged <> coalesce(place > ${seats}, 0) ORDER BY place`;
  return results.map(({ id }) => id);
}

/** Returns the cohorts that Signup offers now, full ones too. */
export async function currentChoices(context: ToolsWithTime): Promise<CohortChoice[]> {
  const options = cohortOptions(context.prices.cohorts);
  const ids = options.map(({ id }) => id);
  const left = Object.fromEntries(await seatsLeft(context, ids));
  return cohortChoices(options, lagosDay(context.now), left);
}

/** Returns why a cohort cannot be joined now, for the visitor; `null` if it can. */
export async function cohortRefusal(context: ToolsWithTime, cohort: string): Promise<string | null> {
  const { cohorts } = context.prices;
  const name = cohortName(cohorts, cohort);
  if (isCohortOver(cohort, cohorts, lagosDay(context.now))) {
    return `Registration for the cohort "${name}" is closed by now. Nothing was charged. Please choose another cohort.`;
  }
  if (!isCohortListed(cohort, cohorts)) {
    return `There is no cohort "${name}" to register for now. Nothing was charged. Please choose again from the list, and reload the page if it has no other.`;
  }
  return (await seatsLeft(context, [cohort])).get(cohort) === 0
    ? `Every seat in the cohort "${name}" is taken by now. Nothing was charged. Please choose another cohort.`
    : null;
}

/**
 * Returns why an order is refused if its cohort is closed or full, else `null`. A visitor who was already let
 * into the checkout may pay, even if that overbooks the cohort.
 */
export async function orderRefusal(
  context: ToolsWithTime,
  { reference, learner }: Order,
): Promise<string | null> {
  const message = await cohortRefusal(context, learner.cohort);
  if (!message) return null;
  // A payment that a page merely reported, without a checkout, has no enrolment and does not count as started.
  const started = await findPayment(context.db, reference);
  const isStarted = started?.enrolmentId && started.details?.learner.cohort === learner.cohort;
  return isStarted ? null : message;
}
