/** What was recorded of a provider's payments, to be compared with its export. Rejects when the database fails. */
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { Database } from "~/edge/database.ts";
import type { Provider } from "~/edge/payments/provider.ts";
import { type AskedDays, comparedPeriod } from "./compare-export.ts";
import type { ProviderExport } from "./exported-payments.ts";
import type { RecordedMovement } from "./recorded-movement.ts";

/** Read-only. */
type Reading = Pick<Database, "prepare">;

const MOVEMENTS = `SELECT CASE kind WHEN 'charged' THEN 'charged' ELSE 'returned' END AS kind, reference, currency,
    substr(event_id, instr(event_id, ':') + 1) AS transactionId, amount_minor AS minor, occurred_at AS occurredAt
  FROM payment_events WHERE amount_minor IS NOT NULL AND currency IS NOT NULL`;

/**
 * What a comparison with an export looks at: the payments that the export names, and those of the days in which it is searched
 * for others. Charges on the provider's test account are none.
 */
export async function recordedFor(
  db: Reading,
  exported: ProviderExport,
  asked: AskedDays,
): Promise<RecordedMovement[]> {
  const { provider, movements } = exported;
  const numbers = movements.flatMap(({ references, transactionId, chargeId }) =>
    references.some(isOwnReference) ? [] : [transactionId, chargeId],
  );
  const references = new Set([
    ...movements.flatMap((each) => each.references),
    ...(await referencesOf(db, provider, [...new Set(numbers)])),
  ]);
  const named = await inParts([...references], async (part) => {
    // The plus keeps SQLite from reading all of a provider's.
    const sql = `${MOVEMENTS} AND +provider = ? AND +kind IN ('charged', 'refunded', 'dispute-lost')
      AND reference IN (SELECT value FROM json_each(?))`;
    return (await db.prepare(sql).bind(provider, part).all<RecordedMovement>()).results;
  });
  const period = comparedPeriod(exported, named, asked);
  if (!period) return named;
  const others = await chargesWithin(db, provider, period);
  return [...named, ...others.filter(({ reference }) => !references.has(reference))];
}

async function referencesOf(
  db: Reading,
  provider: Provider,
  numbers: readonly string[],
): Promise<readonly string[]> {
  const rows = await inParts(numbers, async (part) => {
    const sql =
      "SELECT reference FROM payment_events WHERE provider = ? AND event_id IN (SELECT 'charged:' || value FROM json_each(?))";
    return (await db.prepare(sql).bind(provider, part).all<{ reference: string }>()).results;
  });
  return rows.map(({ reference }) => reference);
}

async function chargesWithin(
  db: Reading,
  provider: Provider,
  { since, until }: { since: string; until: string },
): Promise<RecordedMovement[]> {
  // Times of a day sort before its name followed by ~.
  const sql = `${MOVEMENTS} AND provider = ? AND kind = 'charged' AND occurred_at >= ? AND occurred_at < ?`;
  return (await db.prepare(sql).bind(provider, since, `${until}~`).all<RecordedMovement>()).results;
}

/** How many are looked up at once, as one JSON value: a command writes it into its statement, which holds 100 KB. */
const A_PART = 2000;

async function inParts<Row>(
  values: readonly string[],
  look: (part: string) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let at = 0; at < values.length; at += A_PART) {
    found.push(...(await look(JSON.stringify(values.slice(at, at + A_PART)))));
  }
  return found;
}
