// npm run licences: ends with 1 when the licence of a package is not allowed.
import { readFileSync } from "node:fs";
import { refusedPackages } from "./licence-rule.ts";
import { root } from "./run-tool.mjs";

const refused = refusedPackages(readFileSync(`${root}package-lock.json`, "utf8"));
for (const name of refused) console.error(`Not allowed: ${name}`);
if (refused.length > 0) {
  console.error("Use another package, or add an exception and its reason to scripts/dev/licence-rule.ts.");
  process.exit(1);
}
console.log("The licence of every package is allowed.");
