/** Turns a card's drawing into a PNG while the site is built. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import face from "~/assets/bricolage-grotesque.ttf?inline";
import { escapeText, type SocialCard, socialCardSvg } from "./card-svg.ts";

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

const widths = new Map<string, number>();

/** Widths grow with the size, so each text is measured once, at 100 px. */
function measure(text: string, size: number): number {
  let width = widths.get(text);
  if (width === undefined) {
    const svg = new Resvg(textSvg(text), options);
    width = svg.getBBox()?.width ?? 0;
    svg.free();
    widths.set(text, width);
  }
  return (width * size) / 100;
}

/** @returns a PNG of 1200 by 630 pixels */
export async function renderSocialCard(card: SocialCard, siteName: string): Promise<Uint8Array> {
  await start();
  const drawing = new Resvg(socialCardSvg(card, siteName, measure), options);
  const picture = drawing.render();
  const png = picture.asPng();
  picture.free();
  drawing.free();
  return png;
}
