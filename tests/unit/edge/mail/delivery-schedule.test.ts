import { expect, test } from "vitest";
import { nextAttemptAt } from "~/edge/mail/deliver-mail.ts";

const cameIn = new Date("2026-11-21T09:00:00.000Z");
const end = new Date("2026-11-22T09:00:00.000Z");
const minutesLater = (date: Date | null) => date && (date.getTime() - cameIn.getTime()) / 60_000;

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

test("just before the end there is one more attempt, at the end", () => {
  expect(nextAttemptAt(20, new Date(end.getTime() - 1), end)).toEqual(end);
});
