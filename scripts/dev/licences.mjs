// npm run licences: exits with 1 if a package of package-lock.json has a licence that is not allowed.
// Packages for other platforms count too.
import { spawnSync } from "node:child_process";
import { root } from "./run-tool.mjs";

/** Licences that allow to use, change and pass on a package as long as its notice stays with it. */
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

/** Packages whose licence demands more. They are allowed because nobody changes them here. */
const EXCEPTIONS = [
  // libvips, a dependency of Astro and of the local edge runtime. It is not part of the site.
  '[name^="@img/sharp-"][license*="LGPL-3.0-or-later"]',
  // Tools of builds and tests. They are not part of the site.
  '[name^=lightningcss][license="MPL-2.0"]',
  '[name="@resvg/resvg-wasm"][license="MPL-2.0"]',
  '[name=axe-core][license="MPL-2.0"]',
  '[name=caniuse-lite][license="CC-BY-4.0"]',
  // The display font, whose licence is in /licences.txt, and Android's font, for tests.
  '[name^="@fontsource"][license="OFL-1.1"]',
  // ODbL-1.0, which its package names in an outdated field. /licences.txt names it as the source of the
  // countries.
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
