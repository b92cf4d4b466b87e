import { matchesGlob } from "node:path";
import satisfies from "spdx-satisfies";

/** What may be used, changed and passed on as long as its notice stays with it. */
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
  "Python-2.0",
  "Zlib",
];

/** Packages that are accepted although their licence, as they name it, asks for more. None of them is changed. */
const EXCEPTIONS: readonly (readonly [names: string, licence: RegExp])[] = [
  // libvips, which Astro and the local edge runtime bring along; nothing of it is in the site.
  ["@img/sharp-*", /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/],
  // These read style sheets and draw social cards during a build; nothing of them is in the site.
  ["lightningcss*", /^MPL-2\.0$/],
  ["@resvg/resvg-wasm", /^MPL-2\.0$/],
  // Looks at pages in tests.
  ["axe-core", /^MPL-2\.0$/],
  // Tables that this very check and the check of supported browsers read.
  ["spdx-{exceptions,ranges}", /CC-BY-3\.0/],
  ["caniuse-lite", /^CC-BY-4\.0$/],
  // The display face, which may be cut down and given out with its licence, in /licences.txt; Android's face, for tests.
  ["@fontsource{,-variable}/*", /^OFL-1\.1$/],
  // ODbL-1.0, named in its package in an old way: the country list is made of it, and /licences.txt says so.
  ["world-countries", /^$/],
];

interface LockFile {
  readonly packages: Readonly<Record<string, { name?: string; license?: string; link?: boolean }>>;
}

/**
 * The packages with a licence that is not allowed, of all that package-lock.json (version 3) names for whatever platform:
 * "name (licence)", each once.
 */
export function refusedPackages(lockFile: string): string[] {
  const { packages }: LockFile = JSON.parse(lockFile);
  const refused = Object.entries(packages)
    .filter(([path, { link }]) => path !== "" && !link)
    .map(([path, { name, license = "" }]) => ({
      name: name ?? path.replace(/^.*node_modules\//, ""),
      license,
    }))
    .filter(({ name, license }) => !isAllowed(license) && !isException(name, license))
    .map(({ name, license }) => `${name} (${license || "none named"})`);
  return [...new Set(refused)];
}

/** Of "MIT OR GPL-3.0" one may choose; "MIT AND Zlib" asks for both. What is no SPDX expression is not understood. */
function isAllowed(licence: string): boolean {
  try {
    return satisfies(licence, ALLOWED);
  } catch {
    return false;
  }
}

function isException(name: string, licence: string): boolean {
  return EXCEPTIONS.some(([names, known]) => matchesGlob(name, names) && known.test(licence));
}
