/** How many places of a cohort are left. Every function here rejects when the database fails. */
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import type { Database } from "~/edge/database.ts";

/**
 * A condition on rows of `enrolments`: one of its charges is paid in full, for a known course, and it is active or complete.
 * Anyone can pay Paystack's minimum amount outside the site, and name a cohort.
 */
export const HAS_PLACE = `state IN ('active', 'complete') AND course_id <> '' AND EXISTS (
  SELECT 1 FROM charges WHERE charges.enrolment_id = enrolments.id AND paid_minor >= amount_minor)`;

interface Seats {
  readonly db: Database;
  readonly prices: Pick<PriceList, "cohorts">;
}

/** Places left, by the cohort's id, in those for which content has a number of seats; 0 where too many were let in. */
export async function placesLeft(
  { db, prices }: Seats,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const seats = new Map(
    prices.cohorts.flatMap((each) => (each.seats === null ? [] : [[each.id, each.seats]])),
  );
  const counted = ids.filter((id) => seats.has(id));
  if (counted.length === 0) return new Map();
  const { results } = await db
    .prepare(
      `SELECT value AS id, (SELECT COUNT(*) FROM enrolments WHERE cohort = value AND ${HAS_PLACE}) AS taken
       FROM json_each(?)`,
    )
    .bind(JSON.stringify(counted))
    .all<{ id: string; taken: number }>();
  return new Map(results.map(({ id, taken }) => [id, Math.max(0, (seats.get(id) ?? 0) - taken)]));
}
