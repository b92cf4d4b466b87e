import { expect, it } from "vitest";
import { bendsOf, roundedRoute } from "~/components/illustrations/route.ts";

it("a line of the map turns a right angle on a circle of the wanted radius", () => {
  expect(
    roundedRoute(
      [
        [0, 0],
        [100, 0],
        [100, 100],
      ],
      20,
    ),
  ).toBe("M0 0L80 0A20 20 0 0 1 100 20L100 100");
});

it("a line of the map shares a short straight between two bends, so that they meet and never overlap", () => {
  const bends = bendsOf(
    [
      [0, 0],
      [100, 0],
      [100, 20],
      [200, 20],
    ],
    50,
  );
  expect(bends.map(({ radius }) => Math.round(radius))).toEqual([10, 10]);
  expect(bends[0]?.to).toEqual(bends[1]?.from);
});

it("a line of the map refuses a single point and two points in one place", () => {
  expect(() => roundedRoute([[0, 0]], 10)).toThrow(RangeError);
  expect(() =>
    roundedRoute(
      [
        [0, 0],
        [0, 0],
      ],
      10,
    ),
  ).toThrow("Points 0 and 1");
});
