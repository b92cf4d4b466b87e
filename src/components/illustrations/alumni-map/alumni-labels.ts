import type { Box } from "../label-box.ts";
import type { Point } from "../route.ts";
import { tenths } from "../tenths.ts";
import { placeLabels } from "./place-labels.ts";
import { mapHeight, mapWidth } from "./projection.ts";

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
