import { matchesGlob } from "node:path";
import satisfies from "spdx-satisfies";

/** A package as the lock file has it, for every platform. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; null when the package names none. */
  readonly licence: string | null;
}

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

/** A package that is accepted although its licence asks for more. */
export interface LicenceException {
  /** A name, or a glob of several. */
  readonly packages: string;
  /** As the package names it; null for one that names none in the lock file. */
  readonly licence: string | null;
  readonly why: string;
}

const EXCEPTIONS: readonly LicenceException[] = [
  {
    packages: "@img/sharp-*",
    licence: "LGPL-3.0-or-later",
    why: "libvips, which Astro and the local edge runtime bring along; nothing of it is in the site",
  },
  {
    packages: "@img/sharp-*",
    licence: "Apache-2.0 AND LGPL-3.0-or-later",
    why: "the same, for Windows",
  },
  {
    packages: "@img/sharp-*",
    licence: "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
    why: "the same, for WebAssembly",
  },
  {
    packages: "lightningcss*",
    licence: "MPL-2.0",
    why: "reads style sheets during a build, unchanged; nothing of it is in the site",
  },
  {
    packages: "@resvg/resvg-wasm",
    licence: "MPL-2.0",
    why: "draws social cards during a build, unchanged; nothing of it is in the site",
  },
  { packages: "axe-core", licence: "MPL-2.0", why: "looks at pages in tests, unchanged" },
  { packages: "spdx-exceptions", licence: "CC-BY-3.0", why: "a table that this very check reads" },
  { packages: "spdx-ranges", licence: "(MIT AND CC-BY-3.0)", why: "another such table" },
  {
    packages: "@fontsource-variable/bricolage-grotesque",
    licence: "OFL-1.1",
    why: "the display face, which may be cut down and given out with its licence: /licences.txt has it",
  },
  {
    packages: "@fontsource/roboto",
    licence: "OFL-1.1",
    why: "Android's face, for a test of the display face's place",
  },
  {
    packages: "world-countries",
    licence: null,
    why: "ODbL-1.0, named in its package in an old way: the country list is made of it, and /licences.txt says so",
  },
];

/** Every package that package-lock.json (version 3) names, for whatever platform, each version once; never the project. */
export function lockedPackages(lockFile: string): LockedPackage[] {
  const { packages }: LockFile = JSON.parse(lockFile);
  const found = Object.entries(packages)
    .filter(([path, { link }]) => path !== "" && !link)
    .map(([path, each]) => ({
      name: each.name ?? path.replace(/^.*node_modules\//, ""),
      version: each.version ?? "",
      licence: each.license ?? null,
    }));
  return [...new Map(found.map((each) => [`${each.name}@${each.version}`, each])).values()];
}

interface LockFile {
  readonly packages: Readonly<
    Record<string, { name?: string; version?: string; license?: string; link?: boolean }>
  >;
}

/** The result of the rule for all packages. */
export interface Judgement {
  /** How many packages have each licence, the most frequent first. */
  readonly counts: readonly (readonly [licence: string, count: number])[];
  /** The exceptions that were needed, with the packages they were needed for. */
  readonly excepted: readonly (readonly [LicenceException, readonly LockedPackage[]])[];
  readonly refused: readonly LockedPackage[];
  /** Exceptions for packages that are gone, or that have another licence now. */
  readonly unneeded: readonly LicenceException[];
}

export function judge(packages: readonly LockedPackage[], exceptions = EXCEPTIONS): Judgement {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence ?? "none named");
  const notAllowed = packages.filter(({ licence }) => !isAllowed(licence));
  const needing = Map.groupBy(notAllowed, (each) => exceptions.find((exception) => isFor(exception, each)));
  return {
    counts: [...byLicence].map(([licence, { length }]) => [licence, length] as const).sort(mostFirst),
    excepted: exceptions.flatMap((exception) => {
      const own = needing.get(exception);
      return own ? [[exception, own] as const] : [];
    }),
    refused: needing.get(undefined) ?? [],
    unneeded: exceptions.filter((exception) => !needing.has(exception)),
  };
}

function mostFirst([, one]: readonly [string, number], [, other]: readonly [string, number]): number {
  return other - one;
}

/** Of "MIT OR GPL-3.0" one may choose; "MIT AND Zlib" asks for both. What is no SPDX expression is not understood. */
function isAllowed(licence: string | null): boolean {
  try {
    return licence !== null && satisfies(licence, ALLOWED);
  } catch {
    return false;
  }
}

function isFor({ packages, licence }: LicenceException, each: LockedPackage): boolean {
  return licence === each.licence && matchesGlob(each.name, packages);
}
