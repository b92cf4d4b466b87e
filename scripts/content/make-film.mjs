// Makes public/film/: the bootcamp's week as WebM and MP4, with captions and a poster, drawn from the illustration kit.
// Run by hand after a change of scripts/content/film, with ffmpeg at hand: node scripts/content/make-film.mjs
//   -- --still 12.5 out.png   one picture, for looking at it
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { importTypeScript } from "../dev/import-typescript.mjs";
import { root } from "../dev/run-tool.mjs";

const film = await importTypeScript("./scripts/content/film/film.ts");
const { WIDTH, HEIGHT, FRAMES_PER_SECOND, LENGTH } = film;
await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
const face = readFileSync(`${root}src/assets/bricolage-grotesque.ttf`);
const options = { font: { fontBuffers: [face], loadSystemFonts: false } };

/** @returns what `read` makes of the picture at a time */
function render(time, read) {
  const drawing = new Resvg(film.frameSvg(time), options);
  const picture = drawing.render();
  const result = read(picture);
  picture.free();
  drawing.free();
  return result;
}

const still = process.argv.indexOf("--still");
if (still > 0) {
  writeFileSync(
    process.argv[still + 2] ?? "still.png",
    render(Number(process.argv[still + 1]), (picture) => picture.asPng()),
  );
  process.exit();
}

const folder = `${root}public/film/`;
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}week.vtt`, film.captions());
const input = [
  "-f",
  "rawvideo",
  "-pix_fmt",
  "rgba",
  "-s",
  `${WIDTH}x${HEIGHT}`,
  "-r",
  FRAMES_PER_SECOND,
  "-i",
  "-",
];
const outputs = {
  "week.mp4": "-c:v libx264 -preset slow -tune animation -crf 27 -pix_fmt yuv420p -movflags +faststart",
  "week.webm": "-c:v libvpx-vp9 -crf 38 -b:v 0 -row-mt 1 -cpu-used 3 -pix_fmt yuv420p",
};
// One run of the drawing for both files.
const settings = Object.entries(outputs).flatMap(([name, codec]) => [...codec.split(" "), folder + name]);
const encoder = spawn("ffmpeg", ["-y", "-loglevel", "error", ...input.map(String), ...settings], {
  stdio: ["pipe", "inherit", "inherit"],
});
for (let frame = 0; frame < LENGTH * FRAMES_PER_SECOND; frame += 1) {
  const pixels = render(frame / FRAMES_PER_SECOND, (picture) => Buffer.from(picture.pixels));
  if (!encoder.stdin.write(pixels)) await once(encoder.stdin, "drain");
}
encoder.stdin.end();
await once(encoder, "close");
for (const name of Object.keys(outputs))
  console.log(`public/film/${name}: ${statSync(folder + name).size} bytes`);
