import { expect, test } from "vitest";
import { lagosTimeLabel, localTimeLabel } from "~/domain/dates/day.ts";

test("a time is told by the clock in Lagos, also where the day there is another", () => {
  expect(lagosTimeLabel(new Date("2026-11-22T09:05:00Z"))).toBe("Nov 22, 2026, 10:05");
  expect(lagosTimeLabel(new Date("2026-12-31T23:30:00Z"))).toBe("Jan 1, 2027, 00:30");
});

test("a time is told by the clock of the device", () => {
  expect(localTimeLabel(new Date(2026, 10, 22, 7, 8))).toBe("Nov 22, 2026, 07:08");
});
