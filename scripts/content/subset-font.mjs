// Makes src/assets/bricolage-grotesque.woff2: the display face with the characters that headings use, in one weight,
// because a variable face is 8 KB larger. The .ttf is for social cards: unpacking .woff2 for each card would take
// most of a build.
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
