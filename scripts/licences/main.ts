import { readFileSync } from "node:fs";
import { lockedPackages } from "./locked-packages.ts";
import { judge, type LockedPackage } from "./rule.ts";

/** Prints how many packages have which licence, the exceptions and what is refused. @returns the exit code */
export function main(lockFile: string): number {
  const { counts, excepted, refused, unneeded } = judge(lockedPackages(readFileSync(lockFile, "utf8")));
  for (const [licence, count] of counts) console.log(`${String(count).padStart(5)}  ${licence}`);
  console.log("\nExceptions:");
  for (const [{ packages, licence, why }, needing] of excepted) {
    console.log(`  ${packages} (${licence ?? "none named"}, ${needing.length}): ${why}`);
  }
  for (const { packages, licence } of unneeded) {
    console.error(`No package needs the exception for ${packages} (${licence ?? "none named"}) any more.`);
  }
  for (const each of refused) console.error(`Not allowed: ${nameOf(each)} (${each.licence ?? "none named"})`);
  if (refused.length > 0) {
    console.error("Use another package, or add an exception and its reason to scripts/licences/rule.ts.");
  }
  return refused.length + unneeded.length > 0 ? 1 : 0;
}

const nameOf = ({ name, version }: LockedPackage) => `${name}@${version}`;
