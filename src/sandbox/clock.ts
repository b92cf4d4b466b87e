/**
 * The edge's clock in the sandbox. Its date can be set forward, to try what happens later. The date is stored in a
 * table, because it outlives the process. Functions reject if the database fails.
 */

import { addDays, type Day, isDay, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import { type Database, statement } from "~/edge/database.ts";

const TABLE = "CREATE TABLE IF NOT EXISTS sandbox_clock (id INTEGER PRIMARY KEY, ahead_ms INTEGER NOT NULL)";

/** The most days to move at once. Each takes a moment. */
const MAX_DAYS = 366;

let aheadMs = 0;

export const sandboxNow = (): Date => new Date(Date.now() + aheadMs);

/** Whether the date is later than the real one. */
export const isAhead = (): boolean => aheadMs > 0;

/** Creates the table and reads the stored date. */
export async function startClock(db: Database): Promise<void> {
  await db.prepare(TABLE).run();
  const row = await db.prepare("SELECT ahead_ms AS aheadMs FROM sandbox_clock").first<{ aheadMs: number }>();
  aheadMs = row?.aheadMs ?? 0;
}

/** Returns the days to which the date can be set, from the next one on. */
export function settableDays(): { readonly first: Day; readonly last: Day } {
  const today = lagosDay(sandboxNow());
  return { first: addDays(today, 1), last: addDays(today, MAX_DAYS) };
}

/**
 * Sets the date to noon of a later day in Lagos, by way of noon of each day in between.
 * @param runDay does the work that is due on a day
 * @returns whether the date can be set to that day
 */
export async function setDate(db: Database, day: string, runDay: () => Promise<void>): Promise<boolean> {
  const { first, last } = settableDays();
  if (!isDay(day) || day < first || day > last) return false;
  for (let date = first; date <= day; date = addDays(date, 1)) {
    await storeOffset(db, lagosTime(date, 12).getTime() - Date.now());
    await runDay();
  }
  return true;
}

/** Returns to the real date. What happened on later days stays. */
export async function resetDate(db: Database): Promise<void> {
  await storeOffset(db, 0);
}

async function storeOffset(db: Database, offsetMs: number): Promise<void> {
  await statement(db)`INSERT INTO sandbox_clock (id, ahead_ms) VALUES (1, ${offsetMs})
    ON CONFLICT (id) DO UPDATE SET ahead_ms = excluded.ahead_ms`.run();
  aheadMs = offsetMs;
}
