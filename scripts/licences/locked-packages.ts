import type { LockedPackage } from "./rule.ts";

/** The part of package-lock.json (version 3) that is read here. */
interface LockFile {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly name?: string;
        readonly version?: string;
        readonly license?: string;
        readonly link?: boolean;
      }
    >
  >;
}

/** Every package that package-lock.json names, for whatever platform, each version once; never the project itself. */
export function lockedPackages(lockFile: string): LockedPackage[] {
  const { packages }: LockFile = JSON.parse(lockFile);
  const found = new Map<string, LockedPackage>();
  for (const [path, { name, version = "", license, link }] of Object.entries(packages)) {
    if (path === "" || link) continue;
    const each = {
      name: name ?? path.replace(/^.*node_modules\//, ""),
      version,
      licence: license ?? null,
    };
    found.set(`${each.name}@${each.version}`, each);
  }
  return [...found.values()];
}
