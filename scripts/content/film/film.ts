/** The film as pictures and captions: a camera that goes along one line, from stop to stop. */
import { line, stop, write } from "../../../src/components/illustrations/svg-marks.ts";
import { colourNamed } from "../../../src/styles/token-colours.ts";
import { eased, part, rising } from "./motion.ts";
import { type Scene, scenes } from "./scenes.ts";

export const WIDTH = 1280;
export const HEIGHT = 720;
export const FRAMES_PER_SECOND = 25;

/** Seconds from one stop to the next. */
const TRAVEL = 1.2;
/** Of the line that the camera follows. */
const LINE_Y = 600;
/** Of the stops on it, from the left edge of their screens. */
const STOP_X = 140;

/** When the camera comes to rest at each scene. */
const arrivals = scenes.map((_, index) =>
  scenes.slice(0, index).reduce((sum, { rest }) => sum + rest + TRAVEL, 0),
);

/** In seconds. */
export const LENGTH = scenes.reduce((sum, { rest }) => sum + rest, (scenes.length - 1) * TRAVEL);

/** The left edge of what the camera sees. */
function cameraAt(time: number): number {
  const next = arrivals.findIndex((arrival) => time < arrival);
  if (next === -1) return (scenes.length - 1) * WIDTH;
  return (next - 1 + eased(part(time, (arrivals[next] ?? 0) - TRAVEL, TRAVEL))) * WIDTH;
}

function sceneSvg({ title, lines, picture }: Scene, index: number, time: number): string {
  const since = time - (arrivals[index] ?? 0);
  // The first is seen from nothing; the others are being built while the camera comes.
  const appears = (delay: number) => part(since, delay - (index === 0 ? 0 : 0.5), 0.7);
  const isStop = index > 0 && index < scenes.length - 1;
  return [
    `<g transform="translate(${index * WIDTH} 0)">`,
    isStop ? rising(write({ text: `Stop ${index}`, x: 96, y: 176, size: 30 }, "sun"), appears(0)) : "",
    rising(write({ text: title, x: 92, y: 256, size: index === 0 ? 96 : 72 }, "on-deep"), appears(0.1)),
    ...lines.map((text, row) =>
      rising(write({ text, x: 96, y: 322 + row * 46, size: 32 }, "on-deep-muted"), appears(0.3 + row * 0.15)),
    ),
    picture(since),
    "</g>",
  ].join("");
}

/** The picture at a time, in seconds from the beginning. */
export function frameSvg(time: number): string {
  const camera = cameraAt(time);
  // The line is a little ahead of the camera, as a train's head is.
  const head = camera + 60 + eased(part(time, 0.2, 3)) * (WIDTH - 20);
  const end = scenes.length * WIDTH;
  const stops = scenes.flatMap((_, index) => {
    const x = index * WIDTH + STOP_X;
    return index === 0 || x > head
      ? []
      : [stop([x, LINE_Y], 24, 8, "on-deep", index === scenes.length - 1 ? "sun" : "deep")];
  });
  const visible = scenes.flatMap((scene, index) =>
    Math.abs(index * WIDTH - camera) < WIDTH ? [sceneSvg(scene, index, time)] : [],
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colourNamed("deep")}"/>`,
    `<g transform="translate(${(-camera).toFixed(2)} 0)">`,
    line(`M-40 ${LINE_Y}H${Math.min(head, end).toFixed(1)}`, "green-bright", 18),
    ...stops,
    ...visible,
    "</g></svg>",
  ].join("");
}

const stamp = (seconds: number) => {
  const [minutes, rest] = [Math.floor(seconds / 60), (seconds % 60).toFixed(3).padStart(6, "0")];
  return `00:${String(minutes).padStart(2, "0")}:${rest}`;
};

/** WebVTT: what is to be seen and read, scene by scene. */
export function captions(): string {
  const cues = scenes.map(({ caption, rest }, index) => {
    const begins = Math.max(0, (arrivals[index] ?? 0) - TRAVEL / 2);
    const ends = (arrivals[index] ?? 0) + rest + (index === scenes.length - 1 ? 0 : TRAVEL / 2 - 0.04);
    return `${stamp(begins)} --> ${stamp(ends)}\n${caption}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}
