import { describe, expect, it } from "vitest";
import { bendsOf, roundedRoute } from "~/components/illustrations/route.ts";

describe("a line of the map", () => {
  it("a line of the map is straight between two points", () => {
    expect(
      roundedRoute(
        [
          [0, 0],
          [100, 0],
        ],
        20,
      ),
    ).toBe("M0 0L100 0");
  });

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

  it("a line of the map bends to the left with the other sweep", () => {
    expect(
      roundedRoute(
        [
          [0, 100],
          [100, 100],
          [100, 0],
        ],
        20,
      ),
    ).toBe("M0 100L80 100A20 20 0 0 0 100 80L100 0");
  });

  it("a line of the map starts a flat bend later than a right angle", () => {
    const [bend] = bendsOf(
      [
        [0, 0],
        [100, 0],
        [200, 100],
      ],
      20,
    );
    expect(bend?.from[0]).toBeCloseTo(100 - 20 * Math.tan(Math.PI / 8));
    expect(bend?.radius).toBeCloseTo(20);
  });

  it("a line of the map touches the circle where it begins and where it ends", () => {
    const [bend] = bendsOf(
      [
        [0, 0],
        [100, 0],
        [160, 80],
      ],
      30,
    );
    const inward = [bend?.from[0] ?? 0, (bend?.from[1] ?? 0) + 30];
    expect(
      Math.hypot((bend?.to[0] ?? 0) - (inward[0] ?? 0), (bend?.to[1] ?? 0) - (inward[1] ?? 0)),
    ).toBeCloseTo(30);
  });

  it("a line of the map does not bend at a point it passes straight through", () => {
    expect(
      bendsOf(
        [
          [0, 0],
          [50, 0],
          [100, 0],
        ],
        20,
      ),
    ).toEqual([]);
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
});
