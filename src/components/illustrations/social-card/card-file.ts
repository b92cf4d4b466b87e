import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { experimental_AstroContainer as AstroContainer } from "astro/container";
import face from "~/assets/bricolage-grotesque.ttf?inline";
import type { SocialCard as Card } from "~/domain/catalogue/pictures.ts";
import { escapeHtml } from "~/domain/text.ts";
import { colourNamed } from "~/styles/token-colours.ts";
import SocialCard from "./SocialCard.astro";

const TITLE_WIDTH = 560;
const SIZES = [92, 84, 76, 68, 60, 52, 46] as const;
const MAX_LINES = 3;

export interface FittedTitle {
  readonly size: number;
  readonly lines: readonly string[];
}

/**
 * Breaks the title into lines of `width` pixels, at the largest size at which three lines are enough. The
 * smallest size may take more lines.
 * @param measure returns the width of a text in pixels
 */
export function fitTitle(
  title: string,
  width: number,
  measure: (text: string, size: number) => number,
): FittedTitle {
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
    if (lines.length <= MAX_LINES && lines.every((line) => measure(line, size) <= width)) break;
  }
  return fitted;
}

const font = Buffer.from(face.slice(face.indexOf(",") + 1), "base64");
const options = { font: { fontBuffers: [font], loadSystemFonts: false } };
/** The width of each text at 100 px. A width is proportional to the font size. */
const widths = new Map<string, number>();
let starting: Promise<AstroContainer> | undefined;

/** Starts the renderer. `initWasm` throws if it is called twice. */
async function start(): Promise<AstroContainer> {
  await initWasm(readFile(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
  return AstroContainer.create();
}

export async function renderSocialCard(card: Card, siteName: string): Promise<Uint8Array<ArrayBuffer>> {
  starting ??= start();
  const container = await starting;
  const props = { card, siteName, title: fitTitle(card.title, TITLE_WIDTH, measure) };
  const html = await container.renderToString(SocialCard, { props });
  const svg = html
    .slice(html.indexOf("<svg"), html.lastIndexOf("</svg>") + "</svg>".length)
    .replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')
    .replaceAll(/var\(--color-([a-z-]+)\)/g, (_, name) => colourNamed(name));
  const drawing = new Resvg(svg, options);
  const picture = drawing.render();
  const png = new Uint8Array(picture.asPng());
  picture.free();
  drawing.free();
  return png;
}

function measure(text: string, size: number): number {
  let width = widths.get(text);
  if (width === undefined) {
    const line = `<text font-family="Bricolage Grotesque" font-size="100" y="100">${escapeHtml(text)}</text>`;
    const drawing = new Resvg(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9999 200">${line}</svg>`,
      options,
    );
    width = drawing.getBBox()?.width ?? 0;
    drawing.free();
    widths.set(text, width);
  }
  return (width * size) / 100;
}
