// npm run licences: counts the licences of all packages, and ends with 1 when one is not allowed.
import { readFileSync } from "node:fs";
import { judge, lockedPackages } from "./licence-rule.ts";
import { root } from "./run-tool.mjs";

const packages = lockedPackages(readFileSync(`${root}package-lock.json`, "utf8"));
const { counts, excepted, refused, unneeded } = judge(packages);
for (const [licence, count] of counts) console.log(`${String(count).padStart(5)}  ${licence}`);
console.log("\nExceptions:");
for (const [{ packages: names, licence, why }, needing] of excepted) {
  console.log(`  ${names} (${licence ?? "none named"}, ${needing.length}): ${why}`);
}
for (const { packages: names, licence } of unneeded) {
  console.error(`No package needs the exception for ${names} (${licence ?? "none named"}) any more.`);
}
for (const { name, version, licence } of refused) {
  console.error(`Not allowed: ${name}@${version} (${licence ?? "none named"})`);
}
if (refused.length > 0) {
  console.error("Use another package, or add an exception and its reason to scripts/dev/licence-rule.ts.");
}
process.exitCode = refused.length + unneeded.length > 0 ? 1 : 0;
