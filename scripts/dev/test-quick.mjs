// npm run test:quick: types, lint, and the unit tests that what was changed since the last commit touches, all at once.
import { runScript } from "./run-script.mjs";

const CHECKS = {
  types: ["check"],
  lint: ["lint"],
  "unit tests of what was changed": ["test:unit", "--", "--changed", "--passWithNoTests"],
};

const names = Object.keys(CHECKS);
// Requests at random: fewer of them.
const env = { QUICK: "1" };
const results = await Promise.all(Object.values(CHECKS).map((script) => runScript(script, { env })));
const failed = names.filter((_, index) => results[index].code !== 0);
const seconds = Math.round(performance.now() / 1000);
if (failed.length > 0) {
  console.error(`\nFailed after ${seconds} s: ${failed.join(", ")}.`);
  process.exit(1);
}
console.log(`\nPassed in ${seconds} s: ${names.join(", ")}.`);
