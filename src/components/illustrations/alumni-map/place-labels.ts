import { type Box, boxesMeet, grown, segmentMeetsBox } from "../label-box.ts";
import { type Point, tenths } from "../route.ts";
import { mapHeight, mapWidth } from "./world-map.ts";

/**
 * Places numbered badges, each with a name beside it, around their stations, so that none covers a station or another
 * label. Leaders cross neither where that is possible.
 */

export interface AlumniPlace {
  city: string;
  country: string;
  /** Degrees, north and east positive. */
  latitude: number;
  longitude: number;
}

/**
 * Radii, sizes of letters, and the gap between a station and a badge right beside it. `narrow` is for a phone, where 800
 * units are 330 px: larger badges, no city names.
 */
export const alumniSizes = {
  wide: { badge: 9, number: 11.5, city: 14, station: 4.5, ring: 2, gap: 2 },
  narrow: { badge: 25, number: 31, city: 0, station: 9, ring: 4, gap: 4 },
} as const;

/** Between a badge and its name. */
export const inset = 5;
const letterWidth = 0.66;
const frame: Box = { x: 4, y: 4, width: mapWidth - 8, height: mapHeight - 8 };

interface Label {
  /** The badge's centre. */
  badge: Point;
  /** The side of the badge on which the name is. */
  flows: "left" | "right";
  /** Badge and name. */
  box: Box;
}

export interface PlacedLabel extends Label {
  /** Distance from a place beside the station, in badges: a leader joins what is further away. */
  step: number;
}

/** Right, left, above and below come first; then every 15 degrees. */
const directions = [
  ...[0, 180, 270, 90],
  ...Array.from({ length: 24 }, (_, index) => index * 15).filter((degrees) => degrees % 90 > 0),
].flatMap((degrees) => {
  const angle = (degrees * Math.PI) / 180;
  const to: Point = [Math.cos(angle), Math.sin(angle)];
  const sides: Label["flows"][] = degrees % 180 === 90 ? ["right", "left"] : [to[0] > 0 ? "right" : "left"];
  return sides.map((flows) => ({ to, flows }));
});

/** Steps outwards, in badges, when the places beside a station are taken. */
const steps = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6];

/** What a missing label and a leader that crosses something cost, in steps outwards. */
const missingCost = 1000;
const crossingCost = 20;

function isInFrame({ x, y, width, height }: Box): boolean {
  const isPastStart = x >= frame.x && y >= frame.y;
  return isPastStart && x + width <= frame.x + frame.width && y + height <= frame.y + frame.height;
}

function crowding(point: Point, points: readonly Point[]): number {
  return points.reduce((sum, [x, y]) => sum + 1 / (10 + Math.hypot(x - point[0], y - point[1])), 0);
}

interface Layout {
  placed: (PlacedLabel | undefined)[];
  cost: number;
}

function layoutIn(
  order: readonly number[],
  points: readonly Point[],
  words: readonly number[],
  { station: stationRadius, badge: radius, gap }: (typeof alumniSizes)[keyof typeof alumniSizes],
): Layout {
  const stations = points.map(([x, y]) => grown({ x, y, width: 0, height: 0 }, stationRadius));
  const placed: Layout["placed"] = points.map(() => undefined);
  let cost = 0;

  for (const index of order) {
    const point = points[index] as Point;
    const others = placed.flatMap((label, other) =>
      label ? [{ ...label, from: points[other] as Point }] : [],
    );
    const apart = stations.filter((_, other) => {
      const [x, y] = points[other] as Point;
      return Math.hypot(x - point[0], y - point[1]) > stationRadius * 1.5;
    });
    const isFree = ({ box }: Label) =>
      isInFrame(box) &&
      !others.some((other) => boxesMeet(other.box, grown(box, 1))) &&
      !stations.some((station) => boxesMeet(station, box));
    const isClear = ({ badge, box }: Label) =>
      !others.some((other) => segmentMeetsBox(point, badge, other.box)) &&
      !apart.some((station) => segmentMeetsBox(point, badge, station)) &&
      !others.some(({ from, badge: to }) => segmentMeetsBox(from, to, grown(box, 1)));

    const free = steps.flatMap((step) => {
      const reach = stationRadius + gap + radius * (1 + 2 * step);
      return directions
        .map(({ to, flows }): PlacedLabel => {
          const badge: Point = [point[0] + to[0] * reach, point[1] + to[1] * reach];
          const word = words[index] ?? 0;
          const left = badge[0] - radius - (flows === "left" ? word : 0);
          const box = { x: left, y: badge[1] - radius, width: 2 * radius + word, height: 2 * radius };
          return { badge, flows, box, step };
        })
        .filter(isFree);
    });
    const clear = free.find(isClear);
    const position = clear ?? free[0];
    placed[index] = position;
    if (!position) cost += missingCost;
    else cost += clear ? position.step : position.step + crossingCost;
  }
  return { placed, cost };
}

/**
 * The labels of the map, in the order of `places`. Each takes the nearest free place, preferably to the right. Greedy
 * placement depends on the order, so several orders are tried and the cheapest layout is returned.
 * @param points of the places on the map
 * @returns undefined for a station without a free place: it has no label
 */
export function alumniLabels(
  places: readonly AlumniPlace[],
  points: readonly Point[],
  kind: keyof typeof alumniSizes,
): (PlacedLabel | undefined)[] {
  const size = alumniSizes[kind].city;
  const words = places.map(({ city }) => (size ? inset + city.length * size * letterWidth : 0));
  const lonelyFirst = points
    .map((point, index) => ({ index, crowd: crowding(point, points) }))
    .sort((a, b) => a.crowd - b.crowd || a.index - b.index)
    .map(({ index }) => index);
  const both = [lonelyFirst, lonelyFirst.toReversed()];
  const orders = both.flatMap((order) =>
    lonelyFirst.map((first) => [first, ...order.filter((index) => index !== first)]),
  );
  const [first, ...rest] = [...both, ...orders].map((order) =>
    layoutIn(order, points, words, alumniSizes[kind]),
  );
  const { placed } = rest.reduce(
    (best, layout) => (layout.cost < best.cost ? layout : best),
    first as Layout,
  );
  return placed.map((label) => {
    const badge = label?.badge.map(tenths) as unknown as Point;
    return label && { ...label, badge };
  });
}
