// npm run licences: ends with 1 when package-lock.json names a package, for whatever platform, whose licence is not allowed.
import { spawnSync } from "node:child_process";
import { root } from "./run-tool.mjs";

/**
 * The licences under which a package may be used, changed and passed on as long as its notice stays with it.
 */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MIT OR Apache-2.0",
  "(MIT AND Zlib)",
  "Python-2.0",
  "Unlicense",
].map((licence) => `[license="${licence}"]`);

/** Packages that are accepted although their licence asks for more. None of them is changed. */
const EXCEPTIONS = [
  // libvips, which Astro and the local edge runtime bring along; nothing of it is in the site.
  '[name^="@img/sharp-"][license*="LGPL-3.0-or-later"]',
  // These read style sheets and draw social cards during a build; nothing of them is in the site.
  '[name^=lightningcss][license="MPL-2.0"]',
  '[name="@resvg/resvg-wasm"][license="MPL-2.0"]',
  '[name=axe-core][license="MPL-2.0"]',
  '[name=caniuse-lite][license="CC-BY-4.0"]',
  // The display face, which may be cut down and given out with its licence, in /licences.txt; Android's face, for tests.
  '[name^="@fontsource"][license="OFL-1.1"]',
  // ODbL-1.0, named in its package in an old way: the country list is made of it, and /licences.txt says so.
  "[name=world-countries]:not([license])",
];

const selector = `:root *:not(${[...ALLOWED, ...EXCEPTIONS].join(", ")})`;
const query = [process.env.npm_execpath, "query", "--package-lock-only", selector];
const { stdout } = spawnSync(process.execPath, query, {
  cwd: root,
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
const refused = JSON.parse(stdout).map(
  ({ name, license = "none named" }) => `Not allowed: ${name} (${license})`,
);
if (refused.length > 0) {
  console.error(refused.join("\n"));
  console.error("Use another package, or add an exception and its reason to scripts/dev/licences.mjs.");
  process.exit(1);
}
console.log("The licence of every package is allowed.");
