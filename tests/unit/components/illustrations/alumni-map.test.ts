import { describe, expect, it } from "vitest";
import {
  type AlumniPlace,
  alumniLabels,
  alumniSizes,
  mapHeight,
  mapWidth,
  pointOf,
} from "~/components/illustrations/alumni-map/place-labels.ts";
import { boxesMeet, grown } from "~/components/illustrations/label-box.ts";

const place = (city: string, latitude: number, longitude: number): AlumniPlace => ({
  city,
  country: "",
  latitude,
  longitude,
});

/** Places that are close together, alone, and near the edges. */
const places = [
  place("Lagos", 6.45, 3.4),
  place("Abuja", 9.06, 7.5),
  place("Port Harcourt", 4.8, 7),
  place("Ibadan", 7.38, 3.9),
  place("Accra", 5.6, -0.19),
  place("London", 51.5, -0.13),
  place("Manchester", 53.48, -2.24),
  place("Auckland", -36.85, 174.76),
  place("Vancouver", 49.28, -123.12),
];

it.each([
  ["Lagos", 6.45, 3.4, [390, 219]],
  ["Auckland", -36.85, 174.76, [784, 340]],
] as const)("%s is at its place on the outline of the land", (name, latitude, longitude, point) => {
  expect(pointOf(place(name, latitude, longitude)).map(Math.round)).toEqual(point);
});

it("a place outside the map is refused by its name", () => {
  expect(() => pointOf(place("South Pole", -90, 0))).toThrow("South Pole (-90, 0) is outside the alumni map");
});

describe.each(["wide", "narrow"] as const)("the labels of the %s alumni map", (kind) => {
  const points = places.map(pointOf);
  const labels = alumniLabels(places, points, kind);
  const boxes = labels.flatMap((label) => label?.box ?? []);

  it("are at every place", () => {
    expect(labels.filter((label) => !label)).toEqual([]);
  });

  it("touch no other label and cover no station", () => {
    const stations = points.map(([x, y]) => grown({ x, y, width: 0, height: 0 }, alumniSizes[kind].station));
    for (const [index, box] of boxes.entries()) {
      const otherBoxes = [...boxes.toSpliced(index, 1), ...stations];
      const touched = otherBoxes.filter((other) => boxesMeet(box, other));
      expect(touched, `label ${index + 1}`).toEqual([]);
    }
  });

  it("stay inside the map", () => {
    for (const { x, y, width, height } of boxes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(mapWidth);
      expect(y + height).toBeLessThanOrEqual(mapHeight);
    }
  });
});
