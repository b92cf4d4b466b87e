import { expect, it } from "vitest";
import { counterValue } from "~/browser/islands/counters/Counters.tsx";

it.each([
  [95, 1],
  [2500, 3],
  [85, 2],
])("the counter of %i begins at 0 and is there after %i s, not before", (target, seconds) => {
  expect(counterValue(target, seconds, 0)).toBe(0);
  expect(counterValue(target, seconds, seconds * 500)).toBe(Math.round(target / 2));
  expect(counterValue(target, seconds, seconds * 1000 - 16)).toBeLessThan(target);
  expect(counterValue(target, seconds, seconds * 1000)).toBe(target);
  expect(counterValue(target, seconds, seconds * 5000)).toBe(target);
});

it("a clock that steps back never shows less than nothing", () => {
  expect(counterValue(95, 1, -20)).toBe(0);
});
