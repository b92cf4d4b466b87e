import type { LabelSpec, Side } from "./label-box.ts";
import type { Point } from "./route.ts";

/** The hero's map: its letters can be read on a phone, so that one drawing serves every width. */

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

interface HeroMap {
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

export const heroMap: HeroMap = {
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
export function heroLabels(): LabelSpec[] {
  const { stations, gaps, labelSize } = heroMap;
  return stations.map(({ name, at, to, side, kind }) => ({
    text: name,
    at: side.endsWith("right") && to ? to : at,
    side,
    gap: gaps[kind],
    size: kind === "terminus" ? labelSize * 1.3 : labelSize,
  }));
}
