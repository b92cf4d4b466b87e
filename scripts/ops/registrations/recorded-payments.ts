import type { Provider } from "~/edge/enrolments/provider.ts";
import type { Query } from "~/edge/forget/query.ts";
import { sqlText } from "~/edge/forget/sql-text.ts";

/** A movement of money as it was recorded on the edge. */
export interface RecordedMovement {
  readonly kind: "charged" | "returned";
  readonly reference: string;
  /** The provider's own number: of the charge or, for money that went back, of the refund. */
  readonly transactionId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Kobo or cents. */
  readonly minor: number;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
}

/** All that a provider took and gave back; charges on its test account are none. */
export async function recordedPayments(query: Query, provider: Provider): Promise<RecordedMovement[]> {
  const [rows = []] = await query([
    `SELECT CASE kind WHEN 'charged' THEN 'charged' ELSE 'returned' END AS kind, reference, currency,
       substr(event_id, instr(event_id, ':') + 1) AS transactionId, amount_minor AS minor, occurred_at AS occurredAt
     FROM payment_events
     WHERE provider = ${sqlText(provider)} AND kind IN ('charged', 'refunded', 'dispute-lost')
       AND amount_minor IS NOT NULL AND currency IS NOT NULL
     ORDER BY occurred_at`,
  ]);
  return rows as unknown as RecordedMovement[];
}
