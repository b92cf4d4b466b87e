import { expect, it } from "vitest";
import { counterValue } from "~/browser/islands/counters/Counters.tsx";

it.each([
  [95, 1, 0, 0],
  [2500, 3, 1500, 1250],
  [85, 2, 1984, 84],
  [85, 2, 2000, 85],
  [95, 1, 5000, 95],
])("the counter of %i that takes %i s is after %i ms at %i", (target, seconds, elapsedMs, value) => {
  expect(counterValue(target, seconds, elapsedMs)).toBe(value);
});
