import { type Box, boxesMeet, grown, segmentMeetsBox } from "../label-box.ts";
import { type Point, tenths } from "../route.ts";
import { mapHeight, mapWidth } from "./world-map.ts";

/**
 * Places numbered badges, each with a name beside it, around their stations, so that none covers a station or another
 * label. Leaders cross neither where that is possible.
 */

export interface LabelRoom {
  stationRadius: number;
  badgeRadius: number;
  /** Space between a station and a badge right beside it. */
  gap: number;
  frame: Box;
}

export interface PlacedLabel {
  /** The badge's centre. */
  badge: Point;
  /** The side of the badge on which the name is. */
  flows: "left" | "right";
  /** Badge and name. */
  box: Box;
  /** Otherwise a leader joins station and badge. */
  isBeside: boolean;
}

interface Direction {
  to: Point;
  flows: PlacedLabel["flows"];
}

/** Right, left, above and below come first; then every 15 degrees. */
const directions: readonly Direction[] = [
  ...[0, 180, 270, 90],
  ...Array.from({ length: 24 }, (_, index) => index * 15).filter((degrees) => degrees % 90 > 0),
].flatMap((degrees): Direction[] => {
  const angle = (degrees * Math.PI) / 180;
  const to: Point = [Math.cos(angle), Math.sin(angle)];
  if (degrees % 180 === 90) {
    return [
      { to, flows: "right" },
      { to, flows: "left" },
    ];
  }
  return [{ to, flows: to[0] > 0 ? "right" : "left" }];
});

/** Steps outwards, in badges, when the places beside a station are taken. */
const steps = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6];

type Label = Omit<PlacedLabel, "isBeside">;

function labelAt(
  [x, y]: Point,
  { to, flows }: Direction,
  reach: number,
  words: number,
  radius: number,
): Label {
  const badge: Point = [x + to[0] * reach, y + to[1] * reach];
  const left = flows === "right" ? badge[0] - radius : badge[0] - radius - words;
  const box = { x: left, y: badge[1] - radius, width: 2 * radius + words, height: 2 * radius };
  return { badge, flows, box };
}

function isInside(box: Box, frame: Box): boolean {
  return (
    box.x >= frame.x &&
    box.y >= frame.y &&
    box.x + box.width <= frame.x + frame.width &&
    box.y + box.height <= frame.y + frame.height
  );
}

function crowding(point: Point, points: readonly Point[]): number {
  return points.reduce((sum, [x, y]) => sum + 1 / (10 + Math.hypot(x - point[0], y - point[1])), 0);
}

interface Candidate extends PlacedLabel {
  /** Distance of the label, in badges. */
  step: number;
}

interface Layout {
  placed: (Candidate | undefined)[];
  cost: number;
}

/** What a missing label and a leader that crosses something cost, in steps outwards. */
const missingCost = 1000;
const crossingCost = 20;

function layoutIn(
  order: readonly number[],
  points: readonly Point[],
  words: readonly number[],
  { stationRadius, badgeRadius, gap, frame }: LabelRoom,
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
      isInside(box, frame) &&
      !others.some((other) => boxesMeet(other.box, grown(box, 1))) &&
      !stations.some((station) => boxesMeet(station, box));
    const isClear = ({ badge, box }: Label) =>
      !others.some((other) => segmentMeetsBox(point, badge, other.box)) &&
      !apart.some((station) => segmentMeetsBox(point, badge, station)) &&
      !others.some(({ from, badge: to }) => segmentMeetsBox(from, to, grown(box, 1)));

    const free = steps.flatMap((step) => {
      const reach = stationRadius + gap + badgeRadius * (1 + 2 * step);
      return directions
        .map((direction): Candidate => {
          const label = labelAt(point, direction, reach, words[index] ?? 0, badgeRadius);
          return { ...label, step, isBeside: step === 0 };
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
 * One label for each station, in the stations' order. Each takes the nearest free place, preferably to the right. Greedy
 * placement depends on the order, so several orders are tried and the cheapest layout is returned.
 * @param words widths of the names
 * @returns undefined for a station without a free place: it has no label
 */
function placeLabels(
  points: readonly Point[],
  words: readonly number[],
  room: LabelRoom,
): (PlacedLabel | undefined)[] {
  const lonelyFirst = points
    .map((point, index) => ({ index, crowd: crowding(point, points) }))
    .sort((a, b) => a.crowd - b.crowd || a.index - b.index)
    .map(({ index }) => index);
  const orders = [
    lonelyFirst,
    lonelyFirst.toReversed(),
    ...lonelyFirst.map((first) => [first, ...lonelyFirst.filter((index) => index !== first)]),
    ...lonelyFirst.map((first) => [first, ...lonelyFirst.toReversed().filter((index) => index !== first)]),
  ];
  const [first, ...rest] = orders.map((order) => layoutIn(order, points, words, room));
  return rest.reduce((best, layout) => (layout.cost < best.cost ? layout : best), first as Layout).placed;
}

export interface AlumniPlace {
  city: string;
  country: string;
  /** Degrees, north and east positive. */
  latitude: number;
  longitude: number;
}

/** A label: the place's number on a badge, on the wide map the city's name, and a leader if it is away from its station. */
export interface AlumniLabel {
  number: number;
  box?: Box;
  badge?: { x: number; y: number; r: number; size: number; baseline: number };
  text?: { x: number; y: number; size: number; anchor: "start" | "end"; value: string };
  /** The `d` of the straight line from station to badge. */
  leader?: string;
}

const frame: Box = { x: 4, y: 4, width: mapWidth - 8, height: mapHeight - 8 };
const inset = 5;
const letterWidth = 0.66;

/** `narrow` is for a phone, where 800 units are 330 px: larger badges, no city names. */
export const alumniSizes = {
  wide: { badge: 9, number: 11.5, city: 14, station: 4.5, ring: 2, gap: 2 },
  narrow: { badge: 25, number: 31, city: 0, station: 9, ring: 4, gap: 4 },
} as const;

/** The labels of the map, in the order of `places`. @param points of the places on the map */
export function alumniLabels(
  places: readonly AlumniPlace[],
  points: readonly Point[],
  kind: keyof typeof alumniSizes,
): AlumniLabel[] {
  const { badge: r, number: numberSize, city: size, station, gap } = alumniSizes[kind];
  const words = places.map(({ city }) => (size ? inset + city.length * size * letterWidth : 0));
  const room = { stationRadius: station, badgeRadius: r, gap, frame };

  return placeLabels(points, words, room).map((label, index) => {
    const number = index + 1;
    const [place, point] = [places[index], points[index]];
    if (!label || !place || !point) return { number };
    const [x, y] = label.badge.map(tenths) as [number, number];
    const isRight = label.flows === "right";
    return {
      number,
      box: label.box,
      badge: { x, y, r, size: numberSize, baseline: tenths(y + numberSize * 0.36) },
      ...(size > 0 && {
        text: {
          x: tenths(isRight ? x + r + inset : x - r - inset),
          y: tenths(y + size * 0.36),
          size,
          anchor: isRight ? ("start" as const) : ("end" as const),
          value: place.city,
        },
      }),
      ...(!label.isBeside && { leader: `M${point.join(" ")}L${x} ${y}` }),
    };
  });
}
