// Makes src/assets/bricolage-grotesque.woff2: the display face with the characters headings use and its weight axis only.
// Run it again when a heading needs a new character: node scripts/subset-font.mjs
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const CHARACTERS = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, i) => i + 32))}\u00a0–—‘’“”…·×→✓&é`;
const source = fileURLToPath(
  import.meta.resolve(
    "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
  ),
);
const target = new URL("../src/assets/bricolage-grotesque.woff2", import.meta.url);

const font = await subsetFont(await readFile(source), CHARACTERS, {
  targetFormat: "woff2",
  variationAxes: { wght: { min: 500, max: 800, default: 700 } },
});
await writeFile(target, font);
console.log(`${font.length} bytes`);
