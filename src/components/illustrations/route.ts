/** Rounded lines of a transit map from a list of points. Units are the picture's own. */
export type Point = readonly [x: number, y: number];

/** The points of a list written as SVG's own `points` attribute writes them: "0,50 88,50 188,150". */
export function pointsOf(list: string): Point[] {
  return list.split(" ").map((pair): Point => pair.split(",").map(Number) as [number, number]);
}

interface Bend {
  /** Start and end of the arc. */
  from: Point;
  to: Point;
  radius: number;
  /** SVG's sweep flag: 1 turns right on the screen. */
  sweep: 0 | 1;
}

const pair = ([x, y]: Point) => `${tenths(x)} ${tenths(y)}`;
const distance = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** The point at `length` from `start` towards `end`. */
function along(start: Point, end: Point, length: number): Point {
  const fraction = length / distance(start, end);
  return [start[0] + (end[0] - start[0]) * fraction, start[1] + (end[1] - start[1]) * fraction];
}

/**
 * The bends of a route, one for each change of direction. Two bends share the straight part between them, so a bend is
 * tighter than `radius` where points are close.
 */
export function bendsOf(points: readonly Point[], radius: number): Bend[] {
  return points.slice(1, -1).flatMap((corner, index) => {
    const [before, after] = [points[index] as Point, points[index + 2] as Point];
    const [inX, inY] = [corner[0] - before[0], corner[1] - before[1]];
    const [outX, outY] = [after[0] - corner[0], after[1] - corner[1]];
    const cross = inX * outY - inY * outX;
    const angle = Math.abs(Math.atan2(cross, inX * outX + inY * outY));
    if (angle < 0.001) return [];

    const perRadius = Math.tan(angle / 2);
    const roomBefore = distance(corner, before) * (index === 0 ? 1 : 0.5);
    const roomAfter = distance(corner, after) * (index === points.length - 3 ? 1 : 0.5);
    const reach = Math.min(radius * perRadius, roomBefore, roomAfter);
    return {
      from: along(corner, before, reach),
      to: along(corner, after, reach),
      radius: reach / perRadius,
      sweep: cross > 0 ? 1 : 0,
    };
  });
}

/** The `d` of an SVG path through a list of points, with circular bends of `radius` and one decimal at most. */
export function roundedRoute(list: string, radius: number): string {
  const points = pointsOf(list);
  const arcs = bendsOf(points, radius).map(
    ({ from, to, radius: bend, sweep }) =>
      `L${pair(from)}A${tenths(bend)} ${tenths(bend)} 0 0 ${sweep} ${pair(to)}`,
  );
  return `M${pair(points[0] as Point)}${arcs.join("")}L${pair(points.at(-1) as Point)}`;
}

/** Rounds to a tenth of the picture's unit: more digits are bytes without a visible difference. */
export const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The academy's mark on a grid of 24 by 24: a line from a station to the terminus. The icons in public/ show it, too. */
export const logoMark = {
  line: "M5 19H8A4 4 0 0 0 12 15V9A4 4 0 0 1 16 5H19",
  station: [5, 19],
  terminus: [19, 5],
  radius: 3.2,
} as const;

/** Height of the bar at a terminal window's top. All its sizes come from its font size, in the picture's own units. */
export const terminalBar = (size: number) => Math.round(size * 1.9);
/** From one line to the next. */
export const terminalLeading = (size: number) => Math.round(size * 1.6);

/** Height of the whole window. */
export function terminalHeight(lines: number, size: number): number {
  return terminalBar(size) + lines * terminalLeading(size) + Math.round(size * 0.5);
}
