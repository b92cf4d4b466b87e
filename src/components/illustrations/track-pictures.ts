import type { LineColour, PictureName } from "~/domain/catalogue/pictures.ts";

export interface TrackPicture {
  /** The colour token of the line. The ground has a tint of it. */
  colour: LineColour;
  /** Lines by `points` in SVG's notation ("160,90 160,132") or by a path's `d`. */
  lines: readonly {
    points?: string;
    d?: string;
    radius?: number;
    width?: number;
    animationStep?: 1 | 2 | 3;
  }[];
  stations: string;
  interchanges?: readonly string[];
  terminus: string;
}

/** The track whose picture the courses of a line show. */
export const trackOfLine: Record<LineColour, PictureName> = {
  green: "devops",
  cloud: "aws",
  data: "data-analytics",
  cyber: "cybersecurity",
  ai: "ai-fundamentals",
  pm: "project-management",
};

/** The pictures of tracks and courses, 320 by 200. */
export const trackPictures: Record<PictureName, TrackPicture> = {
  // The loop of building and running, with no end.
  devops: {
    colour: "green",
    lines: [{ d: "M160 100L216.9 59.3A50 50 0 1 1 216.9 140.7L103.1 59.3A50 50 0 1 0 103.1 140.7Z" }],
    stations: "74,50 74,150 246,150",
    interchanges: ["160,100"],
    terminus: "246,50",
  },
  // A line that comes in from the left and draws a cloud.
  aws: {
    colour: "cloud",
    lines: [{ d: "M0 152H230A40 40 0 1 0 209.6 77.6A52 52 0 0 0 106 84.1A34 34 0 1 0 104 152" }],
    stations: "36,152 104,152 106,84.1",
    terminus: "209.6,77.6",
  },
  // A system that stays up: two ways lead to the same end, each over two stops.
  "aws-architect": {
    colour: "cloud",
    lines: [
      { points: "0,100 64,100" },
      { points: "64,100 110,54 210,54 256,100", radius: 20, animationStep: 2 },
      { points: "64,100 110,146 210,146 256,100", radius: 20, animationStep: 2 },
      { points: "160,54 160,146", width: 4, animationStep: 3 },
      { points: "256,100 320,100", animationStep: 3 },
    ],
    stations: "124,54 196,54 124,146 196,146",
    interchanges: ["64,100"],
    terminus: "256,100",
  },
  // A shield with a keyhole.
  cybersecurity: {
    colour: "cyber",
    lines: [
      {
        d: "M88 74V98C88 138 120 164 160 180C200 164 232 138 232 98V48C206 46 182 38 160 22C138 38 114 46 88 48V75",
      },
      { points: "160,90 160,132", animationStep: 3 },
    ],
    stations: "88,74 232,74",
    terminus: "160,86",
  },
  // A rising chart, with a bar below each stop.
  "data-analytics": {
    colour: "data",
    lines: [
      ...[58, 120, 182].map((x, index) => ({
        points: `${x},176 ${x},${[136, 92, 112][index]}`,
        width: 3,
      })),
      { points: "0,176 320,176", width: 3 },
      { points: "0,168 58,136 120,92 182,112 264,42", radius: 20, animationStep: 2 },
    ],
    stations: "58,136 120,92 182,112",
    terminus: "264,42",
  },
  // A small network: three inputs, two layers, one answer.
  "ai-fundamentals": {
    colour: "ai",
    lines: [
      ...[40, 100, 160].flatMap((from) =>
        [66, 134].map((to) => ({ points: `56,${from} 160,${to}`, width: 6 })),
      ),
      { points: "160,66 264,100", animationStep: 3 },
      { points: "160,134 264,100", animationStep: 3 },
    ],
    stations: "56,40 56,100 56,160",
    interchanges: ["160,66", "160,134"],
    terminus: "264,100",
  },
  // A plan: tasks that begin one after another, and the date they lead to.
  "project-management": {
    colour: "pm",
    lines: [
      ...[40, 80, 120, 160].map((y) => ({ points: `0,${y} 320,${y}`, width: 1.5 })),
      { points: "34,40 118,40", animationStep: 2 },
      { points: "92,80 186,80", animationStep: 2 },
      { points: "150,120 226,120", animationStep: 3 },
      { points: "196,160 282,160", animationStep: 3 },
    ],
    stations: "34,40 118,40 92,80 186,80 150,120 226,120 196,160",
    terminus: "282,160",
  },
};
