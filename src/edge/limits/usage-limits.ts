import { dayOf } from "~/domain/dates/day.ts";
import { sha256 } from "~/domain/digest.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type Database, rowsOf, statement } from "~/edge/database.ts";
import { log, logError } from "~/edge/log.ts";
import { isWithinLimit } from "./rate-limit.ts";

export interface Usage {
  readonly count: number;
  readonly bytes: number;
}

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

/** Counts one more record and its bytes. @returns the usage of the period, this record included */
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
  const usageBy = (name: string) => rows.find(({ counter }) => counter === name) ?? { count: 0, bytes: 0 };
  return { visitor: usageBy(visitor), everybody: usageBy(everybody) };
}

export async function deleteUsage(db: Database, now: Date): Promise<void> {
  await statement(db)`DELETE FROM usage_counts WHERE period < ${dayOf(now)}`.run();
}

/** Returns the name of an hour's period, in UTC. */
export function hourOf(now: Date): string {
  return now.toISOString().slice(0, 13);
}

/** Returns the counters of a visitor, whose digest changes each day. */
export async function countersFor(name: string, visitor: string, now: Date): Promise<Counters> {
  const digest = await sha256(`${dayOf(now)} ${visitor}`);
  return { everybody: name, visitor: `${name} ${digest.slice(0, 24)}` };
}

const MB = 1024 * 1024;

interface Most {
  readonly rows: number;
  readonly bytes: number;
}

/** The most that is stored in a day of what only browsers report. A database holds ten GB. */
export const CEILINGS = {
  unproven: { rows: 40_000, bytes: 80 * MB },
  mail: { rows: 20_000, bytes: 50 * MB },
} as const;

/** The daily limits by kind. Orders by script can be paid without being stored, those by form cannot. */
export const MOST_A_DAY = {
  order: { most: { rows: 500, bytes: 2 * MB }, ceiling: "unproven" },
  form: { most: { rows: 500, bytes: 2 * MB }, ceiling: "unproven" },
  mail: { most: { rows: 500, bytes: 2 * MB }, ceiling: "mail" },
  /** A learner's own payments have no common ceiling, which strangers could use up. */
  payment: { most: { rows: 100, bytes: MB }, ceiling: null },
} as const satisfies Record<string, { most: Most; ceiling: keyof typeof CEILINGS | null }>;

/** Something to be stored. A payment is counted per key of its enrolment, all else per visitor. */
export interface Unproven {
  readonly limit: keyof typeof MOST_A_DAY;
  readonly countedBy: string;
  readonly bytes: number;
}

/** The share of the ceiling from which usage is logged. */
const NEAR = 0.8;

/**
 * Stores a record within the day's limits, and beyond them a few orders a minute. A record that is stored
 * already may always be stored again. @returns what `store` resolves with; `null` if nothing is stored
 */
export async function storeUnproven<Stored extends { readonly isNew: boolean }>(
  { db, now, overflowLimit }: Pick<AppContext, "db" | "now" | "overflowLimit">,
  { limit, countedBy, bytes }: Unproven,
  { isKnown, store }: { isKnown: () => Promise<boolean>; store: () => Promise<Stored> },
): Promise<Stored | null> {
  const { most, ceiling } = MOST_A_DAY[limit];
  const counters = { ...(await countersFor(limit, countedBy, now)), everybody: ceiling ?? limit };
  const usage = await usageOf(db, dayOf(now), counters);
  const isFull = ceiling !== null && isOver(usage.everybody, CEILINGS[ceiling]);
  if ((isFull || isOver(usage.visitor, most)) && !(await isKnown())) {
    if (isFull) logError("unproven-not-kept", { what: limit, by: "everybody" });
    else log("unproven-not-kept", { what: limit, by: "visitor" });
    const overflowKey = isFull ? "everybody" : `${limit}:${countedBy}`;
    if (ceiling !== "unproven" || !(await isWithinLimit(overflowLimit, overflowKey))) return null;
  }
  const stored = await store();
  if (!stored.isNew) return stored;
  const { everybody: after } = await addUsage(db, dayOf(now), counters, bytes);
  if (ceiling) warnNear(after, bytes, ceiling);
  return stored;
}

function warnNear(after: Usage, bytes: number, ceiling: keyof typeof CEILINGS): void {
  const previousUsage = { count: after.count - 1, bytes: after.bytes - bytes };
  if (isOver(after, CEILINGS[ceiling], NEAR) && !isOver(previousUsage, CEILINGS[ceiling], NEAR)) {
    logError("unproven-near-limit", { what: ceiling, rows: after.count, bytes: after.bytes });
  }
}

function isOver({ count, bytes }: Usage, most: Most, share = 1): boolean {
  return count >= most.rows * share || bytes >= most.bytes * share;
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
