// Draws the icons in public/ from the mark of src/components/illustrations/route.ts and the colours of tokens.css.
// Run by hand after a change of either: node scripts/content/make-icons.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { logoMark } from "../../src/components/illustrations/route.ts";
import { launchChromium } from "../setup/find-browser.mjs";

const publicFolder = new URL("../../public/", import.meta.url);
const tokens = readFileSync(new URL("../../src/styles/tokens.css", import.meta.url), "utf8");

function colour(name) {
  const value = tokens.match(new RegExp(`--color-${name}:\\s*(#[0-9a-f]{6})`))?.[1];
  if (!value) throw new Error(`tokens.css has no colour named ${name}.`);
  return value;
}

/** The mark on a tile of 32 by 32 units. */
function tile({ ground, line, ring, corner, scale, bold }) {
  const inset = ((32 - 24 * scale) / 2).toFixed(1);
  const disc = ([x, y], fill) =>
    `<circle cx="${x}" cy="${y}" r="${logoMark.radius}" fill="${colour(fill)}" stroke="${colour(ring)}" stroke-width="${bold}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true">`,
    `<rect width="32" height="32" rx="${corner}" fill="${colour(ground)}"/>`,
    `<g transform="translate(${inset} ${inset}) scale(${scale})">`,
    `<path d="${logoMark.line}" fill="none" stroke="${colour(line)}" stroke-width="3"/>`,
    disc(logoMark.station, ground),
    disc(logoMark.terminus, "sun"),
    "</g></svg>\n",
  ].join("");
}

/** A file that holds one picture: a header of 22 bytes before the PNG. */
function icoOf(png, size) {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  header.writeUInt32LE(png.length, 14);
  return Buffer.concat([header, png]);
}

const onDeep = { ground: "deep", line: "green-bright", ring: "on-deep" };
// Bolder than on the page: a browser's tab shows it at 16 px.
const favicon = tile({ ...onDeep, corner: 7, scale: 1.2, bold: 2.2 });
// A launcher may cut an icon to a circle, and Apple's rounds the corners itself.
const launcher = tile({ ...onDeep, corner: 0, scale: 0.9, bold: 1.8 });
const apple = tile({ ground: "paper", line: "green", ring: "ink", corner: 0, scale: 1, bold: 1.8 });

writeFileSync(new URL("favicon.svg", publicFolder), favicon);

const browser = await launchChromium();
const page = await browser.newPage();
const pictures = [
  { name: "icon-192.png", size: 192, svg: launcher },
  { name: "icon-512.png", size: 512, svg: launcher },
  { name: "apple-touch-icon.png", size: 180, svg: apple },
  // Asked for by browsers where a document cannot name its icon, such as a picture.
  { name: "favicon.ico", size: 32, svg: favicon },
];
for (const { name, size, svg } of pictures) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<body style="margin:0">${svg}</body>`);
  const png = await page.screenshot({ omitBackground: true });
  writeFileSync(new URL(name, publicFolder), name.endsWith(".ico") ? icoOf(png, size) : png);
  console.log(`public/${name}`);
}
await browser.close();
