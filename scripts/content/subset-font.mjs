// node scripts/content/subset-font.mjs: makes src/assets/bricolage-grotesque.woff2 and .ttf, the display font
// with only the characters of headings. Run it again when a heading needs another character.
// The font has one weight, because a variable font is 8 KB larger. Social cards use the .ttf: unpacking the
// .woff2 for each card would take most of a build.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const ASCII = String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => index + 32));
const CHARACTERS = `${ASCII}\u00a0–—‘’“”…·×→✓&é`;
const SOURCE = import.meta.resolve(
  "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
);
const OPTIONS = {
  variationAxes: { wght: 700 },
  // Kerning, letter variants by language, and figures of equal width for counters.
  keepFeatures: ["kern", "locl", "tnum"],
};

const font = await readFile(fileURLToPath(SOURCE));
for (const [extension, targetFormat] of Object.entries({ woff2: "woff2", ttf: "truetype" })) {
  const subset = await subsetFont(font, CHARACTERS, { ...OPTIONS, targetFormat });
  await writeFile(new URL(`../../src/assets/bricolage-grotesque.${extension}`, import.meta.url), subset);
  console.log(`${extension}: ${subset.length} bytes`);
}
