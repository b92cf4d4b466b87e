/** How many places of a cohort are left. Every function here rejects when the database fails. */
import type { PriceList } from "~/domain/enrolment/price-list.ts";
import type { Database } from "~/edge/database.ts";

/**
 * A condition on rows of `enrolments`: somebody has paid one of its charges in full, for a course that is known, and it goes on
 * or is done. Anybody can pay Paystack's least amount past the site, and name a cohort.
 */
export const HAS_PLACE = `state IN ('active', 'complete') AND course_id <> '' AND EXISTS (
  SELECT 1 FROM charges WHERE charges.enrolment_id = enrolments.id AND paid_minor >= amount_minor)`;

interface Seats {
  readonly db: Database;
  readonly prices: Pick<PriceList, "seats">;
}

/** Places left in those of the cohorts whose seats the content names; 0 where too many were let in. */
export async function placesLeft(
  { db, prices: { seats } }: Seats,
  cohorts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counted = cohorts.filter((name) => seats[name] !== undefined);
  if (counted.length === 0) return new Map();
  const { results } = await db
    .prepare(
      `SELECT value AS name, (SELECT COUNT(*) FROM enrolments WHERE cohort = value AND ${HAS_PLACE}) AS taken
       FROM json_each(?)`,
    )
    .bind(JSON.stringify(counted))
    .all<{ name: string; taken: number }>();
  return new Map(results.map(({ name, taken }) => [name, Math.max(0, (seats[name] ?? 0) - taken)]));
}
