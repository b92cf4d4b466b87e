import { describe, expect, it } from "vitest";
import land from "~/components/illustrations/alumni-map/land.svg?raw";
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

/** Close together, alone, and near the edges. */
const places = [
  place("Lagos", 6.45, 3.4),
  place("Abuja", 9.06, 7.5),
  place("Port Harcourt", 4.8, 7),
  place("Ibadan", 7.38, 3.9),
  place("Accra", 5.6, -0.19),
  place("Nairobi", -1.29, 36.82),
  place("London", 51.5, -0.13),
  place("Manchester", 53.48, -2.24),
  place("Berlin", 52.5, 13.4),
  place("Toronto", 43.65, -79.38),
  place("Houston", 29.76, -95.37),
  place("Dubai", 25.2, 55.27),
  place("Johannesburg", -26.2, 28.05),
  place("Auckland", -36.85, 174.76),
  place("Vancouver", 49.28, -123.12),
];

/** Whether a line from the place to the map's left edge crosses the outlines of the land an odd number of times. */
function isOnLand(name: string, latitude: number, longitude: number): boolean {
  const [x, y] = pointOf(place(name, latitude, longitude));
  const crossings = Array.from(land.matchAll(/M([^z]+)z/g)).flatMap(([, outline = ""]) => {
    const numbers = Array.from(outline.matchAll(/-?\d+/g), Number);
    const corners: [number, number][] = [];
    for (let at = 0; at < numbers.length; at += 2) {
      const [lastX, lastY] = corners.at(-1) ?? [0, 0];
      corners.push([lastX + (numbers[at] ?? 0), lastY + (numbers[at + 1] ?? 0)]);
    }
    return corners.filter(([endX, endY], index) => {
      const [startX, startY] = corners.at(index - 1) ?? [0, 0];
      if (startY > y === endY > y) return false;
      return startX + ((y - startY) / (endY - startY)) * (endX - startX) < x;
    });
  });
  return crossings.length % 2 === 1;
}

it.each([
  ["Abuja", 9.06, 7.49],
  ["Nairobi", -1.29, 36.82],
  ["Denver", 39.74, -104.99],
  ["Brasília", -15.79, -47.88],
  ["Alice Springs", -23.7, 133.88],
  ["Novosibirsk", 55.03, 82.92],
])("%s lies on the land of the alumni map", (name, latitude, longitude) => {
  expect(isOnLand(name, latitude, longitude)).toBe(true);
});

it.each([
  ["the Gulf of Guinea", 2, 3],
  ["the Bay of Bengal", 14, 88],
  ["the Gulf of Mexico", 25, -90],
  ["the Tasman Sea", -38, 160],
  ["the Mediterranean", 34, 18],
])("%s is sea on the alumni map", (name, latitude, longitude) => {
  expect(isOnLand(name, latitude, longitude)).toBe(false);
});

it("a place on the alumni map is refused by name when the map does not show it", () => {
  expect(() => pointOf(place("South Pole", -90, 0))).toThrow("South Pole (-90, 0) is outside the alumni map");
});

describe.each(["wide", "narrow"] as const)("the labels of the %s alumni map", (kind) => {
  const points = places.map(pointOf);
  const labels = alumniLabels(places, points, kind);
  const boxes = labels.flatMap((label) => label?.box ?? []);

  it("the alumni map's labels are at every place", () => {
    expect(labels.filter((label) => !label)).toEqual([]);
  });

  it("the alumni map's labels touch no other label and cover no station, even between Lagos and Abuja", () => {
    const stations = points.map(([x, y]) => grown({ x, y, width: 0, height: 0 }, alumniSizes[kind].station));
    for (const [index, box] of boxes.entries()) {
      const others = [...boxes.toSpliced(index, 1), ...stations];
      expect(
        others.filter((other) => boxesMeet(box, other)),
        `label ${index + 1}`,
      ).toEqual([]);
    }
  });

  it("the alumni map's labels stay inside the map", () => {
    for (const { x, y, width, height } of boxes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(mapWidth);
      expect(y + height).toBeLessThanOrEqual(mapHeight);
    }
  });
});
