import { beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "../../fixtures/sqlite-database.ts";

/** A time past midnight in Lagos, where it is the 22nd. */
const START = new Date("2026-11-21T23:30:00.000Z");

let db = openDatabase();

/** Returns the clock of a process that starts now. */
async function startClock() {
  vi.resetModules();
  const clock = await import("~/sandbox/clock.ts");
  await clock.startClock(db);
  return clock;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  db = openDatabase();
  return () => vi.useRealTimers();
});

test("setting the date goes by noon of each day in between, and the clock runs on from there", async () => {
  const { setDate, sandboxNow, isAhead, settableDays } = await startClock();
  const lived: string[] = [];
  const live = async () => void lived.push(sandboxNow().toISOString());
  expect(await setDate(db, "2026-11-25", live)).toBe(true);
  expect(lived).toEqual(["2026-11-23T11:00:00.000Z", "2026-11-24T11:00:00.000Z", "2026-11-25T11:00:00.000Z"]);
  expect(isAhead()).toBe(true);
  vi.setSystemTime(START.getTime() + 3_600_000);
  expect(sandboxNow().toISOString()).toBe("2026-11-25T12:00:00.000Z");
  expect(settableDays().first).toBe("2026-11-26");
});

test("a date that was set stays when the process restarts, until it is set back", async () => {
  const first = await startClock();
  await first.setDate(db, "2026-11-24", async () => undefined);
  const second = await startClock();
  expect(second.sandboxNow().toISOString()).toBe("2026-11-24T11:00:00.000Z");
  await second.resetDate(db);
  expect([second.sandboxNow(), second.isAhead()]).toEqual([START, false]);
  expect((await startClock()).isAhead()).toBe(false);
});

test.each(["2026-11-21", "2026-11-22", "2027-11-24", "2026-02-30", "tomorrow", ""])(
  "the date cannot be set to %j: only to a later day, within a year",
  async (day) => {
    const { setDate, sandboxNow } = await startClock();
    const live = vi.fn(async () => undefined);
    expect(await setDate(db, day, live)).toBe(false);
    expect(live).not.toHaveBeenCalled();
    expect(sandboxNow()).toEqual(START);
  },
);
