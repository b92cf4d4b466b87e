// npm test: every check, and one summary at the end, also of a failure. What needs no browser runs side by side, and
// prints when it is done; the rest runs by itself and prints as it goes. Ends with the exit code of the check that
// failed; what comes after it is not run.
import { appendFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { nameOfChromium } from "../setup/find-chromium.mjs";
import { otherEngines } from "../setup/find-other-engines.mjs";
import { launchChromium } from "../setup/launch-chromium.mjs";
import { runScript } from "./run-script.mjs";
import {
  browserFigures,
  budgetFigures,
  licenceFigures,
  typeFigures,
  unitFigures,
} from "./test-summary/figures.ts";
import { asMarkdown, asText } from "./test-summary/summary.ts";

const missing = otherEngines()
  .filter(({ isThere }) => !isThere)
  .map(({ name }) => name);
const chromium = await launchChromium();
const browser = nameOfChromium(chromium.version());
await chromium.close();
console.log(`Tested in ${browser}.`);

/**
 * Each with the npm script that does it, the environment of that, and how its figures are read from what it prints. The
 * checks of a group run at once, its lanes beside each other and what is in a lane in turn.
 */
const GROUPS = [
  [
    [{ name: "unit tests", script: ["test:unit"], read: unitFigures }],
    [
      { name: "types", script: ["check"], read: typeFigures },
      { name: "lint, unused exports and packages", script: ["lint"], read: () => "" },
      { name: "content", script: ["content:check"], read: () => "" },
      { name: "licences", script: ["licences"], read: licenceFigures },
      { name: "sites for the browsers", script: ["build:e2e"], read: () => "" },
    ],
  ],
  [
    [
      {
        name: "browsers",
        script: ["test:e2e"],
        env: { E2E_BUILT: "1" },
        read: (output) => browserFigures(output, { browser, missing }),
      },
    ],
  ],
  // Of the site that the browsers have just seen: no build for its weight alone.
  [[{ name: "budgets", script: ["budget", "--", "--built", ".e2e/site/dist"], read: budgetFigures }]],
];

/** Runs a lane's checks in turn, until one of any lane fails. */
async function runLane(lane, isAlone) {
  const outcomes = [];
  for (const { name, script, env, read } of lane) {
    if (process.exitCode) {
      outcomes.push({ name, result: "skipped", seconds: 0, figures: "" });
      continue;
    }
    const started = performance.now();
    const { code, output } = await runScript(script, { isAlone, env });
    process.exitCode ||= code;
    outcomes.push({
      name,
      result: code === 0 ? "passed" : "failed",
      seconds: (performance.now() - started) / 1000,
      figures: read(stripVTControlCharacters(output)),
    });
  }
  return outcomes;
}

const outcomes = [];
for (const lanes of GROUPS) {
  const done = await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1)));
  outcomes.push(...done.flat());
}

const seconds = performance.now() / 1000;
console.log(asText(outcomes, seconds));
if (process.env.GITHUB_STEP_SUMMARY)
  appendFileSync(process.env.GITHUB_STEP_SUMMARY, asMarkdown(outcomes, seconds));
