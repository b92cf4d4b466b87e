import { geoNaturalEarth1, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import world from "world-atlas/land-110m.json";
import { type Point, pointsOf, tenths } from "../route.ts";

/** The map's size in its own units. It shows the world without Antarctica and the empty Pacific. */
export const mapWidth = 800;
export const mapHeight = 400;

// Turned so that the Atlantic is near the middle: Africa, Europe and North America get the room.
const projection = geoNaturalEarth1()
  .rotate([-12, 0])
  .scale(164)
  .translate([mapWidth / 2 - 14, 230])
  .clipExtent([
    [0, 0],
    [mapWidth, mapHeight],
  ]);

/**
 * A place on the map.
 * @throws RangeError for editors when the place is outside the map
 */
export function pointOf(place: { city: string; latitude: number; longitude: number }): Point {
  const point = projection([place.longitude, place.latitude]);
  if (!point || point[0] < 0 || point[1] < 0 || point[0] > mapWidth || point[1] > mapHeight) {
    throw new RangeError(
      `${place.city} (${place.latitude}, ${place.longitude}) is outside the alumni map. Check its latitude and longitude.`,
    );
  }
  return [tenths(point[0]), tenths(point[1])];
}

/** Points nearer than this to the one before are left out, and islands with fewer than four left: a light file. */
const nearest = 2.5;

/** Natural Earth's land outlines (public domain) as the `d` of one path: whole units, each point relative to the last. */
export function landPath(): string {
  const topology = world as unknown as Parameters<typeof feature>[0];
  const outlines = geoPath(projection).digits(0)(feature(topology, "land")) ?? "";
  const rings = outlines.split("M").slice(1);
  return rings.map((ring) => ringPath(pointsOf(ring.replace("Z", "").replaceAll("L", " ")))).join("");
}

function ringPath([start = [0, 0], ...points]: Point[]): string {
  let [atX, atY] = start;
  const steps = points.flatMap(([x, y]) => {
    const step = [x - atX, y - atY];
    if (Math.hypot(...step) < nearest) return [];
    [atX, atY] = [x, y];
    return step.join(" ");
  });
  return steps.length < 4 ? "" : `M${start.join(" ")}l${steps.join(" ").replaceAll(" -", "-")}z`;
}
