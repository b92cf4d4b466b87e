/** Turns a card's drawing into a PNG while the site is built. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import face from "~/assets/bricolage-grotesque.ttf?inline";
import type { SocialCard } from "./card.ts";
import { cardWordsSvg, escapeText, socialCardSvg } from "./card-svg.ts";
import { wordsPart } from "./card-words.ts";
import type { MeasureText } from "./fit-title.ts";
import { type IndexedPicture, type OpaquePixels, toIndexedPicture, withPart } from "./indexed-picture.ts";
import { encodePng } from "./png.ts";

const require = createRequire(import.meta.url);
const font = Buffer.from(face.slice(face.indexOf(",") + 1), "base64");
const options = { font: { fontBuffers: [font], loadSystemFonts: false } };

let loading: Promise<void> | undefined;

/** The renderer may be started once only. */
function start(): Promise<void> {
  loading ??= readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")).then((wasm) => initWasm(wasm));
  return loading;
}

const textSvg = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9999 200"><text font-family="Bricolage Grotesque" font-size="100" y="100">${escapeText(text)}</text></svg>`;

interface Ink {
  readonly left: number;
  readonly width: number;
}

const inks = new Map<string, Ink>();

/** Where a text's letters are at 100 px, measured once: they grow with the size. */
function inkOf(text: string): Ink {
  const known = inks.get(text);
  if (known) return known;
  const svg = new Resvg(textSvg(text), options);
  const { x: left, width } = svg.getBBox() ?? { x: 0, width: 0 };
  svg.free();
  inks.set(text, { left, width });
  return { left, width };
}

const measure: MeasureText = (text, size) => (inkOf(text).width * size) / 100;
const reach: MeasureText = (text, size) => ((inkOf(text).left + inkOf(text).width) * size) / 100;

function draw(svg: string): OpaquePixels {
  const drawing = new Resvg(svg, options);
  const picture = drawing.render();
  const { width, height, pixels } = picture;
  picture.free();
  drawing.free();
  return { width, height, pixels };
}

export function drawWhole(card: SocialCard, siteName: string): IndexedPicture {
  return toIndexedPicture(draw(socialCardSvg(card, siteName, measure)));
}

const grounds = new Map<string, IndexedPicture>();

/** What the cards of a line have in common. To draw it takes several times as long as to draw the words. */
function groundOf({ line }: SocialCard, siteName: string): IndexedPicture {
  const key = JSON.stringify([line, siteName]);
  const ground = grounds.get(key) ?? drawWhole({ title: "", line }, siteName);
  grounds.set(key, ground);
  return ground;
}

/** The card's picture; the words are drawn onto a ground that is drawn once, wherever they fit onto it. */
export async function drawSocialCard(card: SocialCard, siteName: string): Promise<IndexedPicture> {
  await start();
  const part = wordsPart(card, measure, reach);
  if (!part) return drawWhole(card, siteName);
  return withPart(groundOf(card, siteName), draw(cardWordsSvg(card, measure, part)), part);
}

/** @returns a PNG of 1200 by 630 pixels */
export async function renderSocialCard(card: SocialCard, siteName: string): Promise<Uint8Array<ArrayBuffer>> {
  return encodePng(await drawSocialCard(card, siteName));
}
