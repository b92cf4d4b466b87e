// npm test: every check in turn, what each prints as it prints it, and one summary at the end, also of a failure. Ends
// with the exit code of the check that failed; what comes after it is not run.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { otherEngines } from "./find-other-engines.mjs";
import {
  browserFigures,
  budgetFigures,
  licenceFigures,
  typeFigures,
  unitFigures,
} from "./test-summary/figures.ts";
import { asMarkdown, asText } from "./test-summary/summary.ts";
import { root } from "./tools.mjs";

const missing = otherEngines()
  .filter(({ isThere }) => !isThere)
  .map(({ name }) => name);

/** Each with the npm script that does it, and how its figures are read from what that prints. */
const STEPS = [
  { name: "types", script: "check", read: typeFigures },
  { name: "lint, unused exports and packages", script: "lint", read: () => "" },
  { name: "content", script: "content:check", read: () => "" },
  { name: "licences", script: "licences", read: licenceFigures },
  { name: "unit tests", script: "test:unit", read: unitFigures },
  { name: "budgets", script: "budget", read: budgetFigures },
  { name: "browsers", script: "test:e2e", read: (output) => browserFigures(output, missing) },
];

/** @returns {Promise<{ code: number, output: string }>} what a script printed, which was passed on at once */
function runScript(script) {
  const child = spawn("npm", ["run", "--silent", script], {
    cwd: root,
    stdio: ["inherit", "pipe", "pipe"],
    shell: process.platform === "win32",
    env: process.stdout.isTTY ? { ...process.env, FORCE_COLOR: "1" } : process.env,
  });
  let output = "";
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.setEncoding("utf8").on("data", (text) => {
      output += text;
      to.write(text);
    });
  }
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code: code ?? 1, output: stripVTControlCharacters(output) }));
  });
}

const outcomes = [];
for (const { name, script, read } of STEPS) {
  if (process.exitCode) {
    outcomes.push({ name, result: "skipped", seconds: 0, figures: "" });
    continue;
  }
  const started = performance.now();
  const { code, output } = await runScript(script);
  process.exitCode = code;
  outcomes.push({
    name,
    result: code === 0 ? "passed" : "failed",
    seconds: (performance.now() - started) / 1000,
    figures: read(output),
  });
}

console.log(asText(outcomes));
if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, asMarkdown(outcomes));
