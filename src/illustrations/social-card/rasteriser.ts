/** Loaded by plain Node in the threads that draw cards, so it imports nothing that only the site's bundler knows. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { OpaquePixels } from "./indexed-picture.ts";

/** Where letters are, in pixels. */
export interface Ink {
  /** From where the text begins. */
  readonly left: number;
  readonly width: number;
}

export interface Rasteriser {
  /** @param svg a drawing that covers its whole ground */
  draw(svg: string): OpaquePixels;
  /** @param svg a drawing of text that begins at 0; none where the face has no letter of it */
  inkOf(svg: string): Ink | null;
}

const require = createRequire(import.meta.url);
let loading: Promise<void> | undefined;

/** The renderer may be started once only. */
function start(): Promise<void> {
  loading ??= readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")).then((wasm) => initWasm(wasm));
  return loading;
}

/** @param font the file of the one face that drawings use */
export async function startRasteriser(font: Uint8Array): Promise<Rasteriser> {
  await start();
  const options = { font: { fontBuffers: [font], loadSystemFonts: false } };
  return {
    draw: (svg) => {
      const drawing = new Resvg(svg, options);
      const picture = drawing.render();
      const { width, height, pixels } = picture;
      picture.free();
      drawing.free();
      return { width, height, pixels };
    },
    inkOf: (svg) => {
      const drawing = new Resvg(svg, options);
      const box = drawing.getBBox();
      drawing.free();
      return box ? { left: box.x, width: box.width } : null;
    },
  };
}
