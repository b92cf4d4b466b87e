import type { Database } from "~/edge/database.ts";
import { log, logError } from "~/edge/log.ts";
import { addUsage, countersFor, dayOf, type Usage, usageOf } from "./usage-counts.ts";

const MB = 1024 * 1024;

const VISITOR = { rows: 500, bytes: 2 * MB };

/**
 * How much is stored a day of what only browsers report: orders and claims that no provider has reported, and mails. What
 * stays unpaid is deleted after thirty days, a mail after ninety, so that floods of both leave room in the ten GB that a
 * database may hold.
 */
export const MOST_A_DAY = {
  unproven: { visitor: VISITOR, everybody: { rows: 40_000, bytes: 120 * MB } },
  mail: { visitor: VISITOR, everybody: { rows: 20_000, bytes: 50 * MB } },
} as const;

type Kind = keyof typeof MOST_A_DAY;

/** From this share of the limit on, the log says so. */
const NEAR = 0.8;

/**
 * Stores what only a browser reports, if the day's limits allow it; what is known already is stored in any case.
 * @param visitor as the rate limits know them
 * @param keep stores it; resolves with whether it was new
 * @returns whether it is stored
 * @throws when the database fails
 */
export async function storeUnproven(
  { db, now }: { db: Database; now: Date },
  { what, visitor, bytes }: { what: Kind; visitor: string; bytes: number },
  { isKnown, keep }: { isKnown: () => Promise<boolean>; keep: () => Promise<boolean> },
): Promise<boolean> {
  const counters = await countersFor(what, visitor, now);
  const usage = await usageOf(db, dayOf(now), counters);
  const most = MOST_A_DAY[what];
  const isFull = isOver(usage.everybody, most.everybody);
  if ((isFull || isOver(usage.visitor, most.visitor)) && !(await isKnown())) {
    if (isFull) logError("unproven-not-kept", { what, by: "everybody" });
    else log("unproven-not-kept", { what, by: "visitor" });
    return false;
  }
  if (!(await keep())) return true;
  const { everybody: after } = await addUsage(db, dayOf(now), counters, bytes);
  const before = { count: after.count - 1, bytes: after.bytes - bytes };
  if (isOver(after, most.everybody, NEAR) && !isOver(before, most.everybody, NEAR)) {
    logError("unproven-near-limit", { what, rows: after.count, bytes: after.bytes });
  }
  return true;
}

function isOver({ count, bytes }: Usage, most: { rows: number; bytes: number }, share = 1): boolean {
  return count >= most.rows * share || bytes >= most.bytes * share;
}

/** How many bytes a text takes where it is stored. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
