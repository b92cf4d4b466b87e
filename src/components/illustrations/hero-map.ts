import type { LabelSpec, Side } from "./label-box.ts";
import type { Point } from "./route.ts";

/** The hero's map in two drawings: one from 464 px on, one for a phone. */

export interface HeroStation {
  name: string;
  at: Point;
  side: Side;
  /** The other end of a capsule over two lines. */
  to?: Point;
  kind: "station" | "interchange" | "terminus";
}

export interface HeroLine {
  name: string;
  colour: string;
  /** As in SVG's `points`. */
  points: string;
  /** Centre and width of the name plate. */
  plate: { at: Point; width: number };
}

export interface HeroDrawing {
  viewBox: string;
  lineWidth: number;
  radius: number;
  labelSize: number;
  plateSize: number;
  radii: Record<HeroStation["kind"], number>;
  gaps: Record<HeroStation["kind"], number>;
  lines: readonly HeroLine[];
  stations: readonly HeroStation[];
  terminal: { x: number; y: number; width: number; size: number };
}

export const heroTerminalLines = [
  { mark: "$", text: "terraform apply" },
  { mark: "✓", text: "12 added, 0 destroyed" },
] as const;

/** The lines and their colours, the last one above the others. */
const LINES = { Cloud: "cloud-bright", Automation: "sun", DevOps: "green-bright" } as const;

const linesAlong = (routes: Record<keyof typeof LINES, Pick<HeroLine, "points" | "plate">>): HeroLine[] =>
  (["Cloud", "Automation", "DevOps"] as const).map((name) => ({
    name,
    colour: LINES[name],
    ...routes[name],
  }));

export const wideHero: HeroDrawing = {
  viewBox: "0 24 560 440",
  lineWidth: 11,
  radius: 34,
  labelSize: 16,
  plateSize: 13.5,
  radii: { station: 10, interchange: 14, terminus: 25 },
  gaps: { station: 20, interchange: 24, terminus: 36 },
  lines: linesAlong({
    Cloud: { points: "530,280 443,280 393,230 393,56", plate: { at: [530, 280], width: 60 } },
    Automation: {
      points: "172,446 172,186 208,150 327,150 367,110 367,56",
      plate: { at: [172, 448], width: 104 },
    },
    DevOps: { points: "30,392 240,392 380,252 380,56", plate: { at: [36, 392], width: 72 } },
  }),
  stations: [
    { name: "Linux", at: [116, 392], side: "above", kind: "station" },
    { name: "Git", at: [172, 392], side: "above-right", kind: "interchange" },
    { name: "Docker", at: [308, 324], side: "right", kind: "station" },
    { name: "Python", at: [172, 262], side: "left", kind: "station" },
    { name: "AWS", at: [466, 280], side: "above", kind: "station" },
    { name: "Kubernetes", at: [380, 190], to: [393, 190], side: "right", kind: "interchange" },
    { name: "Hired", at: [380, 56], side: "right", kind: "terminus" },
  ],
  terminal: { x: 302, y: 366, width: 256, size: 15 },
};

export const compactHero: HeroDrawing = {
  viewBox: "0 12 340 332",
  lineWidth: 8,
  radius: 22,
  labelSize: 13,
  plateSize: 11.5,
  radii: { station: 7.5, interchange: 10.5, terminus: 18 },
  gaps: { station: 14, interchange: 17, terminus: 26 },
  lines: linesAlong({
    Cloud: { points: "312,186 258,186 230,158 230,36", plate: { at: [315, 186], width: 48 } },
    Automation: {
      points: "116,312 116,122 140,98 188,98 212,74 212,36",
      plate: { at: [92, 322], width: 84 },
    },
    DevOps: { points: "20,264 168,264 221,211 221,36", plate: { at: [30, 264], width: 60 } },
  }),
  stations: [
    { name: "Linux", at: [79, 264], side: "above", kind: "station" },
    { name: "Git", at: [116, 264], side: "above-right", kind: "interchange" },
    { name: "Docker", at: [194, 238], side: "right", kind: "station" },
    { name: "Python", at: [116, 180], side: "left", kind: "station" },
    { name: "AWS", at: [277, 186], side: "above", kind: "station" },
    { name: "Kubernetes", at: [221, 124], to: [230, 124], side: "right", kind: "interchange" },
    { name: "Hired", at: [221, 36], side: "right", kind: "terminus" },
  ],
  terminal: { x: 144, y: 278, width: 194, size: 11.5 },
};

/** The labels; a test checks that none meets a line or another label. */
export function heroLabels({ stations, gaps, labelSize }: HeroDrawing): LabelSpec[] {
  return stations.map(({ name, at, to, side, kind }) => ({
    text: name,
    at: side.endsWith("right") && to ? to : at,
    side,
    gap: gaps[kind],
    size: kind === "terminus" ? labelSize * 1.3 : labelSize,
  }));
}
