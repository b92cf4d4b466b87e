/**
 * The sandbox's clock. The edge's date can be set forward, so that what is due later happens now. The date is
 * stored in the sandbox's own table, because it outlives the process. Functions reject if the database fails.
 */

import { addDays, type Day, isDay, lagosDay } from "~/domain/dates/day.ts";
import type { Database } from "~/edge/database.ts";

const TABLE = "CREATE TABLE IF NOT EXISTS sandbox_clock (id INTEGER PRIMARY KEY, ahead_ms INTEGER NOT NULL)";

/** The time of day at which everything is due that waits for the morning. */
const NOON_IN_LAGOS = "T12:00:00.000+01:00";

/** The most days to move at once, since each takes a moment. */
const MOST_DAYS = 366;

let aheadMs = 0;

export const sandboxNow = (): Date => new Date(Date.now() + aheadMs);

/** Whether the date is later than the real one. */
export const isAhead = (): boolean => aheadMs > 0;

/** Makes the table, and continues with the stored date. */
export async function startClock(db: Database): Promise<void> {
  await db.prepare(TABLE).run();
  const row = await db.prepare("SELECT ahead_ms AS aheadMs FROM sandbox_clock").first<{ aheadMs: number }>();
  aheadMs = row?.aheadMs ?? 0;
}

/** Returns the days to which the date can be set, from the next one on. */
export function settableDays(): { readonly first: Day; readonly last: Day } {
  const today = lagosDay(sandboxNow());
  return { first: addDays(today, 1), last: addDays(today, MOST_DAYS) };
}

/**
 * Sets the date to noon of a later day in Lagos, through noon of each day in between.
 * @param live does what is due on each of them
 * @returns false if the date cannot be set to that day
 */
export async function setDate(db: Database, day: string, live: () => Promise<void>): Promise<boolean> {
  const { first, last } = settableDays();
  if (!isDay(day) || day < first || day > last) return false;
  for (let next = first; next <= day; next = addDays(next, 1)) {
    await keep(db, Date.parse(next + NOON_IN_LAGOS) - Date.now());
    await live();
  }
  return true;
}

/** Returns to the real date. What happened on later days stays. */
export async function resetDate(db: Database): Promise<void> {
  await keep(db, 0);
}

async function keep(db: Database, ahead: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO sandbox_clock (id, ahead_ms) VALUES (1, ?)
       ON CONFLICT (id) DO UPDATE SET ahead_ms = excluded.ahead_ms`,
    )
    .bind(ahead)
    .run();
  aheadMs = ahead;
}
