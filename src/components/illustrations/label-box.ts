import type { Point } from "./route.ts";

/** The side of the station on which its label is. */
export type Side = "left" | "right" | "above" | "below" | "above-right";

export interface LabelSpec {
  text: string;
  at: Point;
  side: Side;
  /** Free space between the station's centre and the text. */
  gap: number;
  size: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The cap height of the widest common system font (DejaVu Sans Bold), relative to the font size. */
export const CAP_HEIGHT = 0.74;

export function labelPosition({ at: [x, y], side, gap, size }: Omit<LabelSpec, "text">) {
  const reach = side === "above-right" ? gap * 0.75 : gap;
  let baseline = y + size * 0.35;
  if (side.startsWith("above")) baseline = y - reach;
  if (side === "below") baseline = y + reach + size * CAP_HEIGHT;
  if (side === "left") return { x: x - reach, y: baseline, anchor: "end" as const };
  if (side.endsWith("right")) return { x: x + reach, y: baseline, anchor: "start" as const };
  return { x, y: baseline, anchor: "middle" as const };
}

/** Whether two boxes share more than an edge. */
export function boxesMeet(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function grown(box: Box, margin: number): Box {
  return {
    x: box.x - margin,
    y: box.y - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  };
}
