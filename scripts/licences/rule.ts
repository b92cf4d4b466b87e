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

/** A package that may stay although its licence asks for more. */
export interface LicenceException {
  /** One name, or the beginning of several when it ends with "*". */
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

/** What the rule makes of all packages. */
export interface Judgement {
  /** How many packages have each licence, the most frequent first. */
  readonly counts: readonly (readonly [licence: string, count: number])[];
  /** The exceptions that were needed, with the packages they were needed for. */
  readonly excepted: readonly (readonly [LicenceException, readonly LockedPackage[]])[];
  readonly refused: readonly LockedPackage[];
  /** Exceptions for packages that are gone, or that have another licence now. */
  readonly unneeded: readonly LicenceException[];
}

export function judge(
  packages: readonly LockedPackage[],
  exceptions: readonly LicenceException[] = EXCEPTIONS,
): Judgement {
  const counts = new Map<string, number>();
  const excepted = new Map<LicenceException, LockedPackage[]>(exceptions.map((exception) => [exception, []]));
  const refused: LockedPackage[] = [];
  for (const each of packages) {
    const licence = each.licence ?? "none named";
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
    if (isAllowed(each.licence)) continue;
    const exception = exceptions.find((candidate) => isFor(candidate, each));
    if (exception) excepted.get(exception)?.push(each);
    else refused.push(each);
  }
  return {
    counts: [...counts].sort(([, one], [, other]) => other - one),
    excepted: [...excepted].filter(([, needing]) => needing.length > 0),
    refused,
    unneeded: [...excepted].filter(([, needing]) => needing.length === 0).map(([exception]) => exception),
  };
}

/** Of "MIT OR GPL-3.0" one may choose; "MIT AND Zlib" asks for both. What is no SPDX expression is not understood. */
function isAllowed(licence: string | null): boolean {
  if (licence === null) return false;
  try {
    return satisfies(licence, ALLOWED);
  } catch {
    return false;
  }
}

function isFor({ packages, licence }: LicenceException, each: LockedPackage): boolean {
  if (licence !== each.licence) return false;
  return packages.endsWith("*") ? each.name.startsWith(packages.slice(0, -1)) : each.name === packages;
}
