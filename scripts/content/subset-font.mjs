// Makes src/assets/bricolage-grotesque.woff2: the display face with the characters that headings use, in one weight. A
// second one, were the face left variable, would be 8 KB more that every visitor loads.
// The same as .ttf is for drawing social cards: to unpack .woff2 for each of them takes most of a build.
// Run it again when a heading needs a new character: node scripts/content/subset-font.mjs
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const CHARACTERS = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, i) => i + 32))}\u00a0–—‘’“”…·×→✓&é`;
const source = fileURLToPath(
  import.meta.resolve(
    "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
  ),
);
const font = await readFile(source);
/** Kerning, the characters' variants by language, and the counters' figures of one width; fractions are never asked for. */
const FEATURES = ["kern", "locl", "tnum"];
const options = { variationAxes: { wght: 700 }, keepFeatures: FEATURES };
for (const [ending, targetFormat] of [
  ["woff2", "woff2"],
  ["ttf", "truetype"],
]) {
  const subset = await subsetFont(font, CHARACTERS, { ...options, targetFormat });
  await writeFile(new URL(`../../src/assets/bricolage-grotesque.${ending}`, import.meta.url), subset);
  console.log(`${ending}: ${subset.length} bytes`);
}
