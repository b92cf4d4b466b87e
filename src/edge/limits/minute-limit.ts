import type { Database } from "~/edge/database.ts";
import { addUsage, type Counters, minuteOf, type Usage, usageOf } from "./usage-counts.ts";

/** How often something may be done a minute: for one visitor, and in all. */
export type MinuteLimit = Readonly<Record<keyof Counters, number>>;

/**
 * Counts one more, unless the minute's limit is used up. It is counted before it is done, so that concurrent requests get no
 * more than consecutive ones. Rejects when the database fails.
 * @returns whether it may be done; "last" where it is the last that may be, in all
 */
export async function consumeMinuteLimit(
  db: Database,
  counters: Counters,
  limit: MinuteLimit,
  now: Date,
): Promise<boolean | "last"> {
  const minute = minuteOf(now);
  const isBelow = (usage: Record<keyof Counters, Usage>, least: number) =>
    usage.visitor.count + least <= limit.visitor && usage.everybody.count + least <= limit.everybody;
  if (!isBelow(await usageOf(db, minute, counters), 1)) return false;
  const usage = await addUsage(db, minute, counters);
  if (!isBelow(usage, 0)) return false;
  return usage.everybody.count === limit.everybody ? "last" : true;
}
