/** The film's scenes: stops on one line, a screen's width apart. Each is drawn for the seconds since the camera came. */
import { heroMap } from "../../../src/components/illustrations/hero-map.ts";
import { pointsOf, roundedRoute } from "../../../src/components/illustrations/route.ts";
import { capsule, line, stop, write } from "../../../src/components/illustrations/svg-marks.ts";
import { colourNamed } from "../../../src/styles/token-colours.ts";
import { drawn, part, popping, rising } from "./motion.ts";

export interface Scene {
  readonly title: string;
  /** Below the title, a line each. */
  readonly lines: readonly string[];
  /** How long the camera rests here, in seconds. */
  readonly rest: number;
  /** What the picture shows, for the captions. */
  readonly caption: string;
  /** @param time seconds since the camera rests here; negative while it is on its way */
  picture(time: number): string;
}

const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  ring = "deep-rule",
  radius = 18,
) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${colourNamed(fill)}" stroke="${colourNamed(ring)}" stroke-width="3"/>`;

/** A learner: a head above shoulders, in a ring of the map. */
function person(x: number, y: number, radius: number, colour: string): string {
  const fill = colourNamed(colour);
  return [
    stop([x, y], radius, 5, "on-deep", "deep"),
    `<circle cx="${x}" cy="${y - radius * 0.2}" r="${radius * 0.27}" fill="${fill}"/>`,
    `<path d="M${x - radius * 0.5} ${y + radius * 0.56}a${radius * 0.5} ${radius * 0.46} 0 0 1 ${radius} 0Z" fill="${fill}"/>`,
  ].join("");
}

function bubble(x: number, y: number, text: string, colour: string): string {
  return [
    `<path d="M${x} ${y}h96a16 16 0 0 1 16 16v44a16 16 0 0 1-16 16h-58l-28 26v-26h-10a16 16 0 0 1-16-16v-44a16 16 0 0 1 16-16z" fill="${colourNamed(colour)}"/>`,
    write({ text, x: x + 32, y: y + 56, size: 48 }, "deep"),
  ].join("");
}

/** Begins at its left end. */
function tick(x: number, y: number, colour: string): string {
  return `<path d="M${x} ${y}l12 13 24 -28" fill="none" stroke="${colourNamed(colour)}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function typed(text: string, time: number, start: number): string {
  return text.slice(0, Math.floor(part(time, start, text.length * 0.055) * text.length));
}

const opening: Scene = {
  title: "One week",
  lines: ["in the Cloud DevOps bootcamp.", "Live, online, from the beginning."],
  rest: 4.2,
  caption:
    "One week in the Cloud DevOps bootcamp. Live, online, from the beginning. A line map draws itself.",
  picture(time) {
    const { lines, stations, radii, lineWidth, radius } = heroMap;
    const ring = lineWidth * 0.4;
    const map = [
      ...lines.map(({ points, colour }, index) =>
        drawn(
          line(roundedRoute(pointsOf(points), radius), colour, lineWidth),
          part(time, 0.2 + index * 0.35, 1.7),
          900,
        ),
      ),
      ...stations.map(({ kind, at, to = at }, index) =>
        popping(
          kind === "terminus"
            ? stop(at, radii.terminus, ring * 1.2, "on-deep", "sun")
            : kind === "interchange"
              ? capsule(at, to, radii.interchange, ring, "on-deep", "deep")
              : stop(at, radii.station, ring, "on-deep", "deep"),
          part(time, 0.9 + index * 0.16, 0.5),
          at,
        ),
      ),
    ];
    return `<g transform="translate(690 10) scale(1.4)">${map.join("")}</g>`;
  },
};

const liveClass: Scene = {
  title: "Live class",
  lines: ["A tutor teaches and shows", "the work on the screen."],
  rest: 5,
  caption:
    "First stop: a live class. A tutor teaches and shows the work on the screen; a learner asks, and is answered.",
  picture(time) {
    const route = roundedRoute(
      [
        [640, 330],
        [760, 330],
        [850, 240],
        [1010, 240],
        [1070, 180],
        [1130, 180],
      ],
      30,
    );
    const learners = [620, 740, 860, 980, 1100];
    return [
      box(560, 108, 620, 300, "terminal"),
      drawn(line(route, "green-bright", 12), part(time, 0.3, 1.6), 720),
      ...(
        [
          [690, 330],
          [930, 240],
          [1130, 180],
        ] as const
      ).map((at, index) =>
        popping(
          stop(at, index === 2 ? 22 : 15, 6, "on-deep", index === 2 ? "sun" : "terminal"),
          part(time, 0.6 + index * 0.5, 0.45),
          at,
        ),
      ),
      ...learners.map((x, index) =>
        popping(
          person(
            x,
            468,
            40,
            ["cloud-bright", "sun", "green-bright", "on-deep-muted", "cloud-bright"][index] ?? "sun",
          ),
          part(time, 0.1 + index * 0.14, 0.5),
          [x, 468],
        ),
      ),
      popping(bubble(872, 320, "?", "sun"), part(time, 2.2, 0.4), [880, 420]),
      popping(bubble(1080, 214, "!", "on-deep"), part(time, 3.2, 0.4), [1090, 320]),
    ].join("");
  },
};

const lab: Scene = {
  title: "Guided lab",
  lines: ["You practise by yourself.", "Each step tells you how", "to check it."],
  rest: 5,
  caption: "Second stop: a guided lab. Commands are typed in a terminal, and each step is checked.",
  picture(time) {
    const rows = [
      { mark: "$", text: "git clone lab-3", start: 0.3 },
      { mark: "$", text: "docker build .", start: 1.4 },
      { mark: "$", text: "./check.sh", start: 2.4 },
      { mark: "✓", text: "lab 3 done", start: 3.2 },
    ];
    const dots = ["red", "sun", "green-bright"].map(
      (dot, index) => `<circle cx="${606 + index * 32}" cy="150" r="10" fill="${colourNamed(dot)}"/>`,
    );
    const shown = rows.filter(({ start }) => time >= start);
    const last = shown.at(-1);
    const text = rows.map(({ mark, text, start }, index) => {
      const y = 226 + index * 70;
      if (time < start) return "";
      const isDone = mark === "✓";
      return [
        isDone ? tick(600, y - 16, "green-bright") : write({ text: mark, x: 600, y, size: 42 }, "sun"),
        write({ text: isDone ? text : typed(text, time, start), x: 650, y, size: 42 }, "on-deep"),
      ].join("");
    });
    const caret = last && last.mark === "$" && Math.floor(time * 2.4) % 2 === 0;
    const caretAt = last ? 658 + typed(last.text, time, last.start).length * 23 : 0;
    return [
      box(560, 108, 620, 372, "terminal"),
      ...dots,
      ...text,
      caret
        ? `<rect x="${caretAt}" y="${190 + (shown.length - 1) * 70}" width="20" height="42" fill="${colourNamed("sun")}"/>`
        : "",
    ].join("");
  },
};

const triad: Scene = {
  title: "Your triad",
  lines: ["Three learners who help", "each other along."],
  rest: 4.6,
  caption:
    "Third stop: your triad. Three lines meet in one interchange: three learners who help each other along.",
  picture(time) {
    const meet = [870, 290] as const;
    const arms = [
      {
        points: [
          [590, 150],
          [730, 150],
          [870, 290],
        ],
        colour: "cloud-bright",
        at: [620, 150],
      },
      {
        points: [
          [1150, 150],
          [1010, 150],
          [870, 290],
        ],
        colour: "sun",
        at: [1120, 150],
      },
      {
        points: [
          [870, 480],
          [870, 290],
        ],
        colour: "green-bright",
        at: [870, 460],
      },
    ] as const;
    const beat = time > 2.4 ? 1 + 0.06 * Math.sin((time - 2.4) * 5) : 1;
    return [
      ...arms.map(({ points, colour }, index) =>
        drawn(line(roundedRoute(points, 40), colour, 16), part(time, 0.2 + index * 0.3, 1.3), 420),
      ),
      ...arms.map(({ at, colour }, index) =>
        popping(person(at[0], at[1], 54, colour), part(time, 0.2 + index * 0.3, 0.5), at),
      ),
      popping(
        `<g transform="translate(870 290) scale(${beat.toFixed(3)}) translate(-870 -290)">${stop(meet, 46, 12, "on-deep", "sun")}</g>`,
        part(time, 1.7, 0.6),
        meet,
      ),
    ].join("");
  },
};

const quiz: Scene = {
  title: "Class again",
  lines: ["Twice a week, with a live", "quiz on what you learnt."],
  rest: 5,
  caption:
    "Fourth stop: the second class of the week, with a live quiz. One of three answers is chosen, and it is right.",
  picture(time) {
    const answers = ["An image", "A container", "A cluster"];
    const chosen = 1;
    return [
      box(560, 108, 620, 372, "on-deep"),
      write({ text: "What runs from an image?", x: 600, y: 176, size: 40 }, "deep"),
      ...answers.map((text, index) => {
        const y = 214 + index * 84;
        const isRight = index === chosen && time > 2.6;
        const row = [
          box(600, y, 540, 66, isRight ? "green" : "paper", isRight ? "green" : "rule", 14),
          isRight ? tick(632, y + 34, "sun") : stop([650, y + 33], 15, 4, "muted", "paper"),
          write({ text, x: 690, y: y + 46, size: 34 }, isRight ? "on-deep" : "ink"),
        ].join("");
        return rising(row, part(time, 0.4 + index * 0.3, 0.5));
      }),
    ].join("");
  },
};

const mentor: Scene = {
  title: "Your mentor",
  lines: ["One to one, when a step", "will not work."],
  rest: 4.8,
  caption: "Fifth stop: your mentor. A line that ends at a barrier is led around it.",
  picture(time) {
    const stuck = line("M640 390H850", "cloud-bright", 16);
    const around = roundedRoute(
      [
        [760, 390],
        [760, 250],
        [840, 170],
        [1010, 170],
        [1090, 250],
        [1090, 390],
      ],
      46,
    );
    return [
      drawn(stuck, part(time, 0.1, 0.8), 230),
      popping(
        `<rect x="852" y="350" width="20" height="80" rx="6" fill="${colourNamed("red")}"/>`,
        part(time, 0.9, 0.35),
        [862, 390],
      ),
      popping(person(640, 390, 54, "sun"), part(time, 0.3, 0.5), [640, 390]),
      popping(person(930, 270, 54, "green-bright"), part(time, 1.5, 0.5), [930, 270]),
      drawn(line(around, "green-bright", 16), part(time, 2, 1.7), 760),
      popping(stop([760, 390], 20, 7, "on-deep", "deep"), part(time, 1.9, 0.4), [760, 390]),
      popping(stop([1090, 390], 32, 9, "on-deep", "sun"), part(time, 3.5, 0.5), [1090, 390]),
    ].join("");
  },
};

const ending: Scene = {
  title: "And on it goes,",
  lines: ["week after week, to an", "internship and a first job."],
  rest: 7,
  caption: "And on it goes, week after week, to an internship and a first job. Your stop is next.",
  picture(time) {
    const route = roundedRoute(
      [
        [600, 480],
        [720, 480],
        [820, 380],
        [940, 380],
        [1060, 260],
        [1060, 150],
      ],
      44,
    );
    const weeks = [
      [640, 480],
      [690, 480],
      [770, 430],
      [870, 380],
      [930, 380],
    ] as const;
    return [
      drawn(line(route, "green-bright", 18), part(time, 0.2, 2.4), 900),
      ...weeks.map((at, index) =>
        popping(stop(at, 13, 5, "on-deep", "deep"), part(time, 0.5 + index * 0.25, 0.4), at),
      ),
      popping(stop([1002, 318], 22, 7, "on-deep", "cloud-bright"), part(time, 1.9, 0.5), [1002, 318]),
      rising(write({ text: "Internship", x: 820, y: 306, size: 32 }, "on-deep"), part(time, 2.1, 0.5)),
      popping(stop([1060, 150], 46, 11, "on-deep", "sun"), part(time, 2.6, 0.6), [1060, 150]),
      rising(write({ text: "First job", x: 860, y: 162, size: 36 }, "sun"), part(time, 2.8, 0.5)),
      rising(write({ text: "Your stop is next.", x: 96, y: 480, size: 52 }, "sun"), part(time, 3.8, 0.7)),
    ].join("");
  },
};

export const scenes: readonly Scene[] = [opening, liveClass, lab, triad, quiz, mentor, ending];
