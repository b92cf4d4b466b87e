/** Turns a list of grid points into the rounded line of a transit map. Units are the picture's own. */

export type Point = readonly [x: number, y: number];

export interface Bend {
  corner: Point;
  /** Where the line leaves the straight, and where it meets the next one. */
  from: Point;
  to: Point;
  radius: number;
  /** Seen on the screen, where y grows downwards. */
  turns: "left" | "right";
}

const round = (value: number) => Math.round(value * 10) / 10;
const pair = ([x, y]: Point) => `${round(x)} ${round(y)}`;
const distance = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** The point that lies `length` from `start` on the way to `end`. */
function along(start: Point, end: Point, length: number): Point {
  const part = length / distance(start, end);
  return [start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part];
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
    corner,
    from: along(corner, before, reach),
    to: along(corner, after, reach),
    radius: reach / perRadius,
    turns: cross > 0 ? "right" : "left",
  };
}

/**
 * The bends of a route, one for each point at which it changes direction. Two bends share the straight between
 * them, so a bend grows tighter than `radius` where the points lie close.
 * @throws RangeError when there are fewer than two points or two neighbours are the same.
 */
export function bendsOf(points: readonly Point[], radius: number, closed = false): Bend[] {
  if (points.length < 2) throw new RangeError("A route needs at least two points.");
  const at = (index: number) => points[(index + points.length) % points.length] as Point;
  const isEnd = (index: number) => !closed && (index <= 0 || index >= points.length - 1);
  const last = closed ? points.length : points.length - 1;
  for (let index = 0; index < last; index++) {
    if (distance(at(index), at(index + 1)) === 0) {
      throw new RangeError(`Points ${index} and ${index + 1} of a route are the same.`);
    }
  }

  return points.flatMap((corner, index) => {
    if (isEnd(index)) return [];
    const share = (other: number) => distance(corner, at(other)) * (isEnd(other) ? 1 : 0.5);
    const room = Math.min(share(index - 1), share(index + 1));
    return bendAt(at(index - 1), corner, at(index + 1), radius, room) ?? [];
  });
}

/** The `d` of an SVG path through `points`, with circular bends of `radius` and one decimal at most. */
export function roundedRoute(points: readonly Point[], radius: number, closed = false): string {
  const bends = bendsOf(points, radius, closed);
  const arcs = bends.map(
    ({ from, to, radius: bend, turns }) =>
      `L${pair(from)}A${round(bend)} ${round(bend)} 0 0 ${turns === "right" ? 1 : 0} ${pair(to)}`,
  );
  if (closed) {
    const start = bends.at(-1)?.to ?? (points[0] as Point);
    return `M${pair(start)}${arcs.join("")}Z`;
  }
  return `M${pair(points[0] as Point)}${arcs.join("")}L${pair(points.at(-1) as Point)}`;
}
