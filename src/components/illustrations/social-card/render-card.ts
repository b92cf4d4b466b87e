import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import face from "~/assets/bricolage-grotesque.ttf?inline";
import type { SocialCard } from "~/domain/catalogue/pictures.ts";
import { socialCardSvg, textSvg } from "./card-svg.ts";

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
