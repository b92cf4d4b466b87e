/** A point in the picture's own units. */
export type Point = readonly [x: number, y: number];

/** Reads a list of points in the notation of SVG's `points` attribute: "0,50 88,50 188,150". */
export function parsePoints(list: string): Point[] {
  return list.split(" ").map((pair): Point => pair.split(",").map(Number) as [number, number]);
}

interface Bend {
  from: Point;
  to: Point;
  radius: number;
  /** SVG's sweep flag: 1 turns right on the screen. */
  sweep: 0 | 1;
}

const pair = ([x, y]: Point) => `${tenths(x)} ${tenths(y)}`;
const distance = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1]);

function along(start: Point, end: Point, length: number): Point {
  const fraction = length / distance(start, end);
  return [start[0] + (end[0] - start[0]) * fraction, start[1] + (end[1] - start[1]) * fraction];
}

/**
 * Returns a route's bends, one for each change of direction. Two bends share the straight part between them,
 * so a bend is tighter than `radius` where points are close.
 */
export function bendsOf(points: readonly Point[], radius: number): Bend[] {
  return points.slice(1, -1).flatMap((corner, index) => {
    const [previous, next] = [points[index] as Point, points[index + 2] as Point];
    const [inX, inY] = [corner[0] - previous[0], corner[1] - previous[1]];
    const [outX, outY] = [next[0] - corner[0], next[1] - corner[1]];
    const cross = inX * outY - inY * outX;
    const angle = Math.abs(Math.atan2(cross, inX * outX + inY * outY));
    if (angle < 0.001) return [];

    const reachPerRadius = Math.tan(angle / 2);
    const roomBefore = distance(corner, previous) * (index === 0 ? 1 : 0.5);
    const roomAfter = distance(corner, next) * (index === points.length - 3 ? 1 : 0.5);
    const reach = Math.min(radius * reachPerRadius, roomBefore, roomAfter);
    return {
      from: along(corner, previous, reach),
      to: along(corner, next, reach),
      radius: reach / reachPerRadius,
      sweep: cross > 0 ? 1 : 0,
    };
  });
}

/** Returns the `d` of a path through a list of points, with circular bends and at most one decimal. */
export function roundedRoute(list: string, radius: number): string {
  const points = parsePoints(list);
  const arcs = bendsOf(points, radius).map(
    ({ from, to, radius: bend, sweep }) =>
      `L${pair(from)}A${tenths(bend)} ${tenths(bend)} 0 0 ${sweep} ${pair(to)}`,
  );
  return `M${pair(points[0] as Point)}${arcs.join("")}L${pair(points.at(-1) as Point)}`;
}

/** Rounds to a tenth of the picture's unit: more digits are bytes without a visible difference. */
export const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The academy's mark on a grid of 24 by 24, as in the icons of public/: from a station to the terminus. */
export const logoMark = {
  line: "M5 19H8A4 4 0 0 0 12 15V9A4 4 0 0 1 16 5H19",
  station: [5, 19],
  terminus: [19, 5],
  radius: 3.2,
} as const;

/** Returns the height of the bar at the top of a terminal window with this font size. */
export const terminalBar = (size: number) => Math.round(size * 1.9);
/** Returns the distance from one line of text to the next. */
export const terminalLeading = (size: number) => Math.round(size * 1.6);

export function terminalHeight(lines: number, size: number): number {
  return terminalBar(size) + lines * terminalLeading(size) + Math.round(size * 0.5);
}
