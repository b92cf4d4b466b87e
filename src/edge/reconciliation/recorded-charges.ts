/** The charges in the edge's own books. Every function here rejects when the database fails. */
import type { Database } from "~/edge/database.ts";
import type { Period } from "~/edge/payments/period.ts";
import type { Provider } from "~/edge/payments/provider.ts";

export interface RecordedCharge {
  /** The provider's own number. */
  readonly id: string;
  readonly reference: string;
  readonly amountMinor: number | null;
  readonly currency: string | null;
}

const CHARGE = `substr(event_id, length('charged:') + 1) AS id, reference, amount_minor AS amountMinor, currency`;

/** The recorded charges among these numbers of a provider's, also those on its test account. */
export async function chargesAmong(
  db: Database,
  provider: Provider,
  ids: readonly string[],
): Promise<Map<string, RecordedCharge>> {
  // One bound value however many there are: D1 takes a hundred.
  const { results } = await db
    .prepare(
      `SELECT ${CHARGE} FROM payment_events
       WHERE provider = ? AND event_id IN (SELECT 'charged:' || value FROM json_each(?))`,
    )
    .bind(provider, JSON.stringify(ids))
    .all<RecordedCharge>();
  return new Map(results.map((charge) => [charge.id, charge]));
}

/** The charges of a period that no comparison has called into question yet. */
export async function chargesIn(
  db: Database,
  provider: Provider,
  { from, to }: Period,
): Promise<RecordedCharge[]> {
  const { results } = await db
    .prepare(
      `SELECT ${CHARGE} FROM payment_events
       WHERE provider = ? AND kind = 'charged' AND occurred_at >= ? AND occurred_at < ? AND NOT EXISTS (
         SELECT 1 FROM payment_events AS doubt
         WHERE doubt.provider = payment_events.provider
           AND doubt.event_id = 'not-at-provider:' || substr(payment_events.event_id, length('charged:') + 1)
       )`,
    )
    .bind(provider, from.toISOString(), to.toISOString())
    .all<RecordedCharge>();
  return results;
}
