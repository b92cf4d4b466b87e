/** Rounded lines of a transit map from a list of points. Units are the picture's own. */
export type Point = readonly [x: number, y: number];

/** The points of a list written as SVG's own `points` attribute writes them: "0,50 88,50 188,150". */
export function pointsOf(list: string): Point[] {
  return list.split(" ").map((pair): Point => pair.split(",").map(Number) as [number, number]);
}

export interface Bend {
  /** Start and end of the arc. */
  from: Point;
  to: Point;
  radius: number;
  /** On the screen, where y grows downwards. */
  turns: "left" | "right";
}

const pair = ([x, y]: Point) => `${tenths(x)} ${tenths(y)}`;
const distance = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** The point at `length` from `start` towards `end`. */
function along(start: Point, end: Point, length: number): Point {
  const fraction = length / distance(start, end);
  return [start[0] + (end[0] - start[0]) * fraction, start[1] + (end[1] - start[1]) * fraction];
}

function bendAt(before: Point, corner: Point, after: Point, radius: number, room: number): Bend | undefined {
  const [inX, inY] = [corner[0] - before[0], corner[1] - before[1]];
  const [outX, outY] = [after[0] - corner[0], after[1] - corner[1]];
  const cross = inX * outY - inY * outX;
  const angle = Math.abs(Math.atan2(cross, inX * outX + inY * outY));
  if (angle < 0.001) return undefined;

  const perRadius = Math.tan(angle / 2);
  const reach = Math.min(radius * perRadius, room);
  return {
    from: along(corner, before, reach),
    to: along(corner, after, reach),
    radius: reach / perRadius,
    turns: cross > 0 ? "right" : "left",
  };
}

/**
 * The bends of a route, one for each change of direction. Two bends share the straight part between them, so a bend is
 * tighter than `radius` where points are close.
 * @throws RangeError for fewer than two points or two equal neighbours
 */
export function bendsOf(points: readonly Point[], radius: number): Bend[] {
  if (points.length < 2) throw new RangeError("A route needs at least two points.");
  for (const [index, point] of points.slice(1).entries()) {
    if (distance(points[index] as Point, point) === 0) {
      throw new RangeError(`Points ${index} and ${index + 1} of a route are the same.`);
    }
  }
  const isEnd = (index: number) => index === 0 || index === points.length - 1;

  return points.flatMap((corner, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (!before || !after) return [];
    const room = Math.min(
      distance(corner, before) * (isEnd(index - 1) ? 1 : 0.5),
      distance(corner, after) * (isEnd(index + 1) ? 1 : 0.5),
    );
    return bendAt(before, corner, after, radius, room) ?? [];
  });
}

/** The `d` of an SVG path through `points`, with circular bends of `radius` and one decimal at most. */
export function roundedRoute(points: readonly Point[], radius: number): string {
  const bends = bendsOf(points, radius);
  const arcs = bends.map(
    ({ from, to, radius: bend, turns }) =>
      `L${pair(from)}A${tenths(bend)} ${tenths(bend)} 0 0 ${turns === "right" ? 1 : 0} ${pair(to)}`,
  );
  return `M${pair(points[0] as Point)}${arcs.join("")}L${pair(points.at(-1) as Point)}`;
}

/** Rounds to a tenth of the picture's unit: more digits are bytes without a visible difference. */
export const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The academy's mark on a grid of 24 by 24: a line from a station to the terminus. */
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
