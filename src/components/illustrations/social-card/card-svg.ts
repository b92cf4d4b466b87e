import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import face from "~/assets/bricolage-grotesque.ttf?inline";
import { heroMap } from "~/components/illustrations/hero-map.ts";
import { type Point, pointsOf, roundedRoute } from "~/components/illustrations/route.ts";
import { logoMark } from "~/components/illustrations/shapes.ts";
import { trackOfLine, trackPictures } from "~/components/illustrations/track-pictures.ts";
import { CARD_SIZE, type LineColour, type SocialCard } from "~/domain/catalogue/pictures.ts";
import { escapeHtml } from "~/domain/text.ts";
import { colourNamed } from "~/styles/token-colours.ts";

/** A page's card in social networks, 1200 by 630: its title on the left, its line's picture on the right. */

const FACE = `font-family="Bricolage Grotesque"`;
/** Where texts begin, in pixels from the card's left edge. */
const LEFT = 80;
const TITLE_WIDTH = 560;
const KICKER_SIZE = 30;
/** Where the picture of a card's line begins. */
const PANEL_LEFT = 700;

/** The track's picture on its tint, over the whole height of the card's right part. */
function trackPanel(colour: LineColour): string {
  const { lines, stations, interchanges, terminus } = trackPictures[trackOfLine[colour]];
  const drawing = [
    ...lines.map(({ d, points = "", radius = 24, width = 11 }) =>
      line(d ?? roundedRoute(pointsOf(points), radius), colour, width),
    ),
    ...pointsOf(stations).map((at) => stop(at, 12, 5, colour, "card")),
    ...(interchanges ? pointsOf(interchanges).map((at) => capsule(at, at, 18, 6, colour, "card")) : []),
    terminus ? stop(terminus, 17, 6, colour, "sun") : "",
  ].join("");
  return [
    `<path d="M${PANEL_LEFT} 0H1200V630H${PANEL_LEFT}Z" fill="${colourNamed("card")}"/>`,
    `<path d="M${PANEL_LEFT} 0H1200V630H${PANEL_LEFT}Z" fill="${colourNamed(colour)}" opacity="0.14"/>`,
    `<g transform="translate(${PANEL_LEFT} 158.750) scale(1.5625)">${drawing}</g>`,
  ].join("");
}

/** The hero's map without its words. */
function wholeMap(): string {
  const { lines, stations, radii, lineWidth, radius } = heroMap;
  const ring = lineWidth * 0.4;
  const drawing = [
    ...lines.map(({ points, colour }) => line(roundedRoute(pointsOf(points), radius), colour, lineWidth)),
    ...stations.map(({ kind, at, to = at }) => {
      if (kind === "terminus") return stop(at, radii.terminus, ring * 1.2, "on-deep", "sun");
      if (kind === "interchange") return capsule(at, to, radii.interchange, ring, "on-deep", "deep");
      return stop(at, radii.station, ring, "on-deep", "deep");
    }),
  ].join("");
  // The DevOps line comes in from the card's left edge.
  return `${line("M0 563.1H650", "green-bright", 15)}<g transform="translate(600 68.1) scale(1.875)">${drawing}</g>`;
}

/** The academy's mark and name in the upper left corner. */
function signature(name: string, isOnDeep: boolean): string {
  const [stroke, ring, fill] = isOnDeep
    ? (["green-bright", "on-deep", "deep"] as const)
    : (["green", "ink", "paper"] as const);
  const mark = [
    line(logoMark.line, stroke, 3),
    stop(logoMark.station, logoMark.radius + 0.9, 1.8, ring, fill),
    stop(logoMark.terminus, logoMark.radius + 0.9, 1.8, ring, "sun"),
  ].join("");
  return `<g transform="translate(${LEFT - 4} 60) scale(2.5)">${mark}</g>${write({ text: name, x: LEFT + 72, y: 102, size: 36 }, isOnDeep ? "on-deep" : "ink")}`;
}

/** The kicker and the title. */
function ownWords({ title, kicker, line: track }: SocialCard, measure: MeasureText): string {
  const { size, lines } = fitTitle(title, TITLE_WIDTH, measure);
  const leading = size * 1.08;
  const top = 372 - ((lines.length - 1) * leading) / 2;
  return [
    kicker ? write({ text: kicker, x: LEFT, y: top - size * 1.05, size: KICKER_SIZE }, track ?? "sun") : "",
    ...lines.map((text, index) =>
      write({ text, x: LEFT - size * 0.04, y: top + index * leading, size }, track ? "ink" : "on-deep"),
    ),
  ].join("");
}

/** @param measure how wide a text runs in the display face, in pixels */
export function socialCardSvg(card: SocialCard, siteName: string, measure: MeasureText): string {
  const { line: track } = card;
  const { width, height } = CARD_SIZE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<path d="M0 0H1200V630H0Z" fill="${colourNamed(track ? "paper" : "deep")}"/>`,
    track ? trackPanel(track) : wholeMap(),
    signature(siteName, !track),
    ownWords(card, measure),
    track
      ? `${line("M0 562H620", track, 11)}${stop([92, 562], 13, 5, track, "card")}${stop([620, 562], 18, 6, track, "sun")}`
      : "",
    "</svg>",
  ].join("");
}

/** A text alone, 100 px high and on one line, to be measured. */
function textSvg(text: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9999 200"><text ${FACE} font-size="100" y="100">${escapeHtml(text)}</text></svg>`;
}

interface Word {
  readonly text: string;
  /** In pixels, as are the others. */
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
}

function write({ text, x, y, size }: Word, colour: string): string {
  return `<text ${FACE} x="${x}" y="${y}" font-size="${size}" fill="${colourNamed(colour)}">${escapeHtml(text)}</text>`;
}

function line(d: string, colour: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${colourNamed(colour)}" stroke-width="${width}" stroke-linejoin="round"/>`;
}

function stop([x, y]: Point, radius: number, ring: number, colour: string, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius - ring / 2}" fill="${colourNamed(fill)}" stroke="${colourNamed(colour)}" stroke-width="${ring}"/>`;
}

function capsule(from: Point, to: Point, radius: number, ring: number, colour: string, fill: string): string {
  const stroke = (width: number, name: string) =>
    `<path d="M${from.join(" ")}L${to.join(" ")}" stroke-linecap="round" stroke="${colourNamed(name)}" stroke-width="${width}"/>`;
  return stroke(2 * radius, colour) + stroke(2 * (radius - ring), fill);
}

/** How wide a text runs, in pixels. */
export type MeasureText = (text: string, size: number) => number;

const SIZES = [92, 84, 76, 68, 60, 52, 46] as const;
const MOST_LINES = 3;

export interface FittedTitle {
  readonly size: number;
  readonly lines: readonly string[];
}

/** The largest size at which the title takes three lines of `width` pixels, else the smallest with as many as it takes. */
export function fitTitle(title: string, width: number, measure: MeasureText): FittedTitle {
  const words = title.split(/\s+/);
  let fitted: FittedTitle = { size: SIZES[0], lines: [title] };
  for (const size of SIZES) {
    const lines: string[] = [];
    for (const word of words) {
      const longer = [...lines.slice(-1), word].join(" ");
      if (lines.length > 0 && measure(longer, size) <= width) lines.splice(-1, 1, longer);
      else lines.push(word);
    }
    fitted = { size, lines };
    if (lines.length <= MOST_LINES && lines.every((line) => measure(line, size) <= width)) break;
  }
  return fitted;
}

const font = Buffer.from(face.slice(face.indexOf(",") + 1), "base64");
const options = { font: { fontBuffers: [font], loadSystemFonts: false } };
/** At 100 px, by the text: what it takes up grows with the size. */
const widths = new Map<string, number>();
let starting: Promise<void> | undefined;

/** @returns a PNG of 1200 by 630 pixels */
export async function renderSocialCard(card: SocialCard, siteName: string): Promise<Uint8Array<ArrayBuffer>> {
  // The renderer may be started once only.
  starting ??= readFile(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")).then(
    (wasm) => initWasm(wasm),
  );
  await starting;
  const drawing = new Resvg(socialCardSvg(card, siteName, measure), options);
  const picture = drawing.render();
  const png = new Uint8Array(picture.asPng());
  picture.free();
  drawing.free();
  return png;
}

function measure(text: string, size: number): number {
  let width = widths.get(text);
  if (width === undefined) {
    const drawing = new Resvg(textSvg(text), options);
    width = drawing.getBBox()?.width ?? 0;
    drawing.free();
    widths.set(text, width);
  }
  return (width * size) / 100;
}
