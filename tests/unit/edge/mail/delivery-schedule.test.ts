import { expect, test } from "vitest";
import { giveUpAt, nextAttemptAt } from "~/edge/mail/deliver-mail.ts";

const cameIn = new Date("2026-11-21T09:00:00.000Z");
const end = new Date("2026-11-22T09:00:00.000Z");
const minutesLater = (date: Date | null) => date && (date.getTime() - cameIn.getTime()) / 60_000;

test("a mail is given up after 24 hours", () => {
  expect(giveUpAt(cameIn)).toEqual(end);
});

test.each([
  [1, 1],
  [2, 2],
  [3, 5],
  [8, 120],
  [9, 240],
  [500, 240],
])("after attempt %i it rests for %i minutes", (attempts, minutes) => {
  expect(minutesLater(nextAttemptAt(attempts, cameIn, end))).toBe(minutes);
});

test("the pauses never shrink, and the last attempt falls on the end of the 24 hours", () => {
  const times: Date[] = [cameIn];
  for (;;) {
    const next = nextAttemptAt(times.length, times.at(-1) ?? cameIn, end);
    if (!next) break;
    times.push(next);
  }
  expect(times.at(-1)).toEqual(end);
  expect(times).toHaveLength(14);
  const pauses = times.slice(1, -1).map((time, index) => time.getTime() - (times[index]?.getTime() ?? 0));
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
});

test.each([end, new Date("2027-01-01")])("at %s it is over", (now) => {
  expect(nextAttemptAt(3, now, end)).toBeNull();
});

test("just before the end there is one more attempt, at the end", () => {
  expect(nextAttemptAt(20, new Date(end.getTime() - 1), end)).toEqual(end);
});
