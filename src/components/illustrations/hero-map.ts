import type { LabelSpec, Side } from "./label-box.ts";
import type { Point } from "./route.ts";

interface HeroStation {
  name: string;
  at: Point;
  side: Side;
  /** The other end of a capsule over two lines. */
  to?: Point;
  kind: "station" | "interchange" | "terminus";
}

const stations: readonly HeroStation[] = [
  { name: "Linux", at: [79, 264], side: "above", kind: "station" },
  { name: "Git", at: [116, 264], side: "above-right", kind: "interchange" },
  { name: "Docker", at: [194, 238], side: "right", kind: "station" },
  { name: "Python", at: [116, 180], side: "left", kind: "station" },
  { name: "AWS", at: [277, 186], side: "above", kind: "station" },
  { name: "Kubernetes", at: [221, 124], to: [230, 124], side: "right", kind: "interchange" },
  { name: "Hired", at: [221, 36], side: "right", kind: "terminus" },
];

/** The hero's map. Its letters are large enough for a phone, so one drawing serves every width. */
export const heroMap = {
  viewBox: "0 12 340 332",
  lineWidth: 8,
  radius: 22,
  labelSize: 13,
  plateSize: 11.5,
  plateHeight: 20,
  radii: { station: 7.5, interchange: 10.5, terminus: 18 },
  gaps: { station: 14, interchange: 17, terminus: 26 },
  /** The lines. The last one is drawn on top. A plate with the line's name is centred at `x`, `y`. */
  lines: [
    {
      name: "Cloud",
      colour: "cloud-bright",
      points: "312,186 258,186 230,158 230,36",
      animationStep: 3,
      plate: { x: 315, y: 186, width: 48 },
    },
    {
      name: "Automation",
      colour: "sun",
      points: "116,312 116,122 140,98 188,98 212,74 212,36",
      animationStep: 2,
      plate: { x: 92, y: 322, width: 84 },
    },
    {
      name: "DevOps",
      colour: "green-bright",
      points: "20,264 168,264 221,211 221,36",
      animationStep: 1,
      plate: { x: 30, y: 264, width: 60 },
    },
  ],
  stations,
  terminal: {
    x: 144,
    y: 278,
    width: 194,
    size: 11.5,
    lines: ["$ terraform apply", "✓ 12 added, 0 destroyed"],
  },
} as const;

/** Returns the stations' labels. A test checks that none meets a line or another label. */
export function heroLabels(): LabelSpec[] {
  const { gaps, labelSize } = heroMap;
  return stations.map(({ name, at, to, side, kind }) => ({
    text: name,
    at: side.endsWith("right") && to ? to : at,
    side,
    gap: gaps[kind],
    size: kind === "terminus" ? labelSize * 1.3 : labelSize,
  }));
}
