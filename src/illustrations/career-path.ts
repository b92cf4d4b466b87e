import { type LabelSpec, labelBox } from "./label-box.ts";
import type { Point } from "./route.ts";

/** Where the stops of a career path stand: level by level upwards on a wide place, downwards on a phone. */

export interface CareerDrawing {
  viewBox: string;
  points: readonly Point[];
  stops: readonly Point[];
  labels: readonly LabelSpec[];
}

const size = 17;

export function wideCareer(titles: readonly string[]): CareerDrawing {
  const step = 960 / titles.length;
  const rise = 36;
  const stops = titles.map(
    (_, index): Point => [step * (index + 0.5), 40 + rise * (titles.length - 1 - index)],
  );
  const points = stops.flatMap(([x, y], index): Point[] => {
    const next = stops[index + 1];
    if (!next) return [[x, y]];
    const bend = x + step * 0.5 - rise / 2;
    return [
      [x, y],
      [bend, y],
      [bend + rise, next[1]],
    ];
  });
  const labels = titles.map((text, index) => ({
    text,
    at: stops[index] as Point,
    side: "below" as const,
    gap: index === titles.length - 1 ? 36 : 26,
    size,
  }));
  const bottom = Math.max(...labels.map(labelBox).map(({ y, height }) => y + height));
  return { viewBox: `0 0 960 ${Math.ceil(bottom + 4)}`, points, stops, labels };
}

export function tallCareer(titles: readonly string[]): CareerDrawing {
  const step = 68;
  const stops = titles.map((_, index): Point => [30, 30 + step * index]);
  const labels = titles.map((text, index) => ({
    text,
    at: stops[index] as Point,
    side: "right" as const,
    gap: 40,
    size,
  }));
  return {
    viewBox: `0 0 330 ${60 + step * (titles.length - 1)}`,
    points: [stops[0] as Point, stops.at(-1) as Point],
    stops,
    labels,
  };
}
