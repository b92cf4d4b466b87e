import { sha256 } from "~/domain/digest.ts";
import { type Database, rowsOf, statement } from "~/edge/database.ts";

export interface Usage {
  readonly count: number;
  readonly bytes: number;
}

/** The counters of what one visitor does, and of what all do. */
export interface Counters {
  readonly visitor: string;
  readonly everybody: string;
}

export async function usageOf(
  db: Database,
  period: string,
  { visitor, everybody }: Counters,
): Promise<Record<keyof Counters, Usage>> {
  const results = await rowsOf<Usage & { counter: string }>(db)`
    SELECT counter, count, bytes FROM usage_counts
    WHERE period = ${period} AND counter IN (${visitor}, ${everybody})`;
  return usageIn(results, { visitor, everybody });
}

/** Counts one more, of so many bytes. @returns the usage in the period from now on */
export async function addUsage(
  db: Database,
  period: string,
  { visitor, everybody }: Counters,
  bytes = 0,
): Promise<Record<keyof Counters, Usage>> {
  const results = await rowsOf<Usage & { counter: string }>(db)`
    INSERT INTO usage_counts (period, counter, count, bytes)
    VALUES (${period}, ${visitor}, 1, ${bytes}), (${period}, ${everybody}, 1, ${bytes})
    ON CONFLICT DO UPDATE SET count = count + 1, bytes = bytes + excluded.bytes
    RETURNING counter, count, bytes`;
  return usageIn(results, { visitor, everybody });
}

function usageIn(
  rows: readonly (Usage & { readonly counter: string })[],
  { visitor, everybody }: Counters,
): Record<keyof Counters, Usage> {
  const of = (name: string) => rows.find(({ counter }) => counter === name) ?? { count: 0, bytes: 0 };
  return { visitor: of(visitor), everybody: of(everybody) };
}

export async function deleteUsage(db: Database, now: Date): Promise<void> {
  await statement(db)`DELETE FROM usage_counts WHERE period < ${dayOf(now)}`.run();
}

/** The day in UTC, as a period. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The hour in UTC, as a period. */
export function hourOf(now: Date): string {
  return now.toISOString().slice(0, 13);
}

/** A visitor is identified by a digest that changes each day, never by an address. */
export async function countersFor(what: string, visitor: string, now: Date): Promise<Counters> {
  const digest = await sha256(`${dayOf(now)} ${visitor}`);
  return { everybody: what, visitor: `${what} ${digest.slice(0, 24)}` };
}
