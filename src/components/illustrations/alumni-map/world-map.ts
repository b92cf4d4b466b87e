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

/** Natural Earth's land outlines (public domain) as one SVG path, coarse enough for a page's HTML. */

/** Islands smaller than this many square units are left out. */
const smallestArea = 9;
/** Points nearer than this to the straight line between their neighbours are left out. */
const tolerance = 0.6;

function areaOf(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as Point;
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice / 2);
}

function offStraight([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}

/** Ramer–Douglas–Peucker: keeps the points that give a coast its shape. */
export function simplify(points: readonly Point[], limit: number): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return [...points];
  let [farthest, distance] = [0, 0];
  for (let index = 1; index < points.length - 1; index++) {
    const off = offStraight(points[index] as Point, first, last);
    if (off > distance) [farthest, distance] = [index, off];
  }
  if (distance <= limit) return [first, last];
  const before = simplify(points.slice(0, farthest + 1), limit);
  return [...before.slice(0, -1), ...simplify(points.slice(farthest), limit)];
}

/** Whole units, each point relative to the one before: the shortest way to write a coast. */
function ringPath(ring: readonly Point[]): string {
  const whole = ring.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  const [start, ...rest] = whole as [Point, ...Point[]];
  let [atX, atY] = start;
  const steps = rest.flatMap(([x, y]) => {
    const step = [x - atX, y - atY];
    [atX, atY] = [x, y];
    return step[0] === 0 && step[1] === 0 ? [] : [step.join(" ")];
  });
  return `M${start.join(" ")}l${steps.join(" ").replaceAll(" -", "-")}z`;
}

/** The land as the `d` of one path. Runs at build time only. */
export function landPath(): string {
  const topology = world as unknown as Parameters<typeof feature>[0];
  const outlines = geoPath(projection)(feature(topology, "land")) ?? "";
  return outlines
    .split("M")
    .slice(1)
    .map((ring) => pointsOf(ring.replace("Z", "").replaceAll("L", " ")))
    .filter((ring) => areaOf(ring) >= smallestArea)
    .map((ring) => ringPath(simplify(ring, tolerance)))
    .join("");
}
