import { type Box, boxesMeet, grown } from "../label-box.ts";
import { type Point, tenths } from "../route.ts";

export interface AlumniPlace {
  city: string;
  country: string;
  /** Degrees, north and east positive. */
  latitude: number;
  longitude: number;
}

/** The map's size in its own units. It shows the world without Antarctica and the empty Pacific. */
export const mapWidth = 800;
export const mapHeight = 400;

/**
 * Returns a place's point on the map. land.svg has the same projection: Natural Earth's land at 1:110 million
 * (public domain), drawn with d3-geo in whole units, without islands of fewer than five points and points
 * less than 2.5 units apart.
 * @throws RangeError for editors if the place is outside the map
 */
export function pointOf({ city, latitude, longitude }: Omit<AlumniPlace, "country">): Point {
  const point: Point = [tenths(2.3 * (longitude + 166)), tenths(2.8 * (84.5 - latitude))];
  if (point[0] < 0 || point[1] < 0 || point[0] > mapWidth || point[1] > mapHeight) {
    throw new RangeError(
      `${city} (${latitude}, ${longitude}) is outside the alumni map. Check its latitude and longitude.`,
    );
  }
  return point;
}

/**
 * The radii, the sizes of letters, and the gap between a station and the badge beside it. `narrow` is for
 * phones, where 800 units are 330 px: it has larger badges and no city names.
 */
export const alumniSizes = {
  wide: { badge: 9, number: 11.5, city: 14, station: 4.5, ring: 2, gap: 2 },
  narrow: { badge: 25, number: 31, city: 0, station: 9, ring: 4, gap: 4 },
} as const;

export const inset = 4;
/** The width of an average letter, relative to the font size. */
const letterWidth = 0.66;

export interface PlacedLabel {
  badge: Point;
  /** The side of the badge on which the name is. */
  side: 1 | -1;
  box: Box;
  /** The distance between station and badge beyond the gap, in badges. Above 0 a leader line joins them. */
  step: number;
}

/** The distances to try, in badges, each first to the right, left, top and bottom, then every 15 degrees. */
const steps = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6];
const degrees = [0, 180, 270, 90, ...Array.from({ length: 24 }, (_, index) => index * 15)];
const directions = steps.flatMap((step) =>
  degrees.map((degree) => {
    const angle = (degree * Math.PI) / 180;
    return { step, dx: Math.cos(angle), dy: Math.sin(angle) };
  }),
);

function isInFrame({ x, y, width, height }: Box): boolean {
  return Math.min(x, y) >= 4 && x + width <= mapWidth - 4 && y + height <= mapHeight - 4;
}

function crowding([x, y]: Point, points: readonly Point[]): number {
  return points.reduce((sum, other) => sum + 1 / (10 + Math.hypot(other[0] - x, other[1] - y)), 0);
}

/**
 * Returns the labels of the map, in the order of `places`. No label covers a station or another label. Each
 * takes the nearest free position, preferably to the right. Places at the edge of a cluster come before those
 * in its middle, so that leaders point outwards.
 * @param points the points of the places on the map
 * @returns `undefined` for a station without a free position, which gets no label
 */
export function alumniLabels(
  places: readonly AlumniPlace[],
  points: readonly Point[],
  kind: keyof typeof alumniSizes,
): (PlacedLabel | undefined)[] {
  const { station, badge: radius, gap, city: size } = alumniSizes[kind];
  const taken = points.map(([x, y]) => grown({ x, y, width: 0, height: 0 }, station));
  const labels: (PlacedLabel | undefined)[] = points.map(() => undefined);
  const stops = places.map(({ city }, index) => {
    const point = points[index] as Point;
    const word = size ? inset + city.length * size * letterWidth : 0;
    return { index, point, word, crowd: crowding(point, points) };
  });
  for (const { index, point, word } of stops.sort((a, b) => a.crowd - b.crowd)) {
    const label = directions
      .map(({ step, dx, dy }): PlacedLabel => {
        const reach = station + gap + radius * (1 + 2 * step);
        const badge: Point = [tenths(point[0] + dx * reach), tenths(point[1] + dy * reach)];
        const side = dx > -0.01 ? 1 : -1;
        const x = badge[0] - radius - (side < 0 ? word : 0);
        const box = { x, y: badge[1] - radius, width: 2 * radius + word, height: 2 * radius };
        return { badge, side, box, step };
      })
      .find(({ box }) => isInFrame(box) && !taken.some((other) => boxesMeet(other, grown(box, 1))));
    labels[index] = label;
    if (label) taken.push(label.box);
  }
  return labels;
}
