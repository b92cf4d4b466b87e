/** npm silently drops a platform's package that it cannot fetch, and npm ci then fails there. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "../../scripts/dev/run-tool.mjs";

interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(`${root}package-lock.json`, "utf8"),
);

/** Returns the version of a dependency that a package finds, in its own folder or in those above. */
function versionFound(path: string, dependency: string): string | undefined {
  const owners = `/${path}`.split("/node_modules/").slice(1);
  const folders = owners.map((_, left) => owners.slice(0, owners.length - left));
  return [...folders, []]
    .map((names) => packages[["", ...names, dependency].join("/node_modules/").slice(1)])
    .find((found) => found !== undefined)?.version;
}

test("the lock has every optional package of every platform in the required version", () => {
  const optional = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ path, name, version })),
  );
  expect(optional.length).toBeGreaterThan(100);
  const missing = optional.filter(({ path, name, version }) => {
    const resolvedVersion = versionFound(path, name);
    const isExact = /^\d/.test(version);
    return resolvedVersion === undefined || (isExact && resolvedVersion !== version);
  });
  expect(missing).toEqual([]);
});

test("package.json names one version of each package", () => {
  const { dependencies, devDependencies } = packages[""] ?? {};
  const versions = Object.values({ ...dependencies, ...devDependencies });
  expect(versions.filter((version) => !/^(?:npm:[\w-]+@)?\d/.test(version))).toEqual([]);
});
