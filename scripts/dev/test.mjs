// npm test: runs, at the same time, the unit tests, the checks that need no build, and the steps that do: types,
// page weights and browser tests. Prints the counts of all tests at the end. Exits with 1 if a step fails.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { root } from "./run-tool.mjs";

const COUNT_LINES = /^ *(?:Tests .*|\d+ (?:passed|failed|flaky|skipped|did not run).*)$/gm;
const counts = [];

/**
 * Runs a script of package.json, by Node itself, which starts sooner than npm.
 * @param {string} script
 * @param {{ isBuffered?: boolean, env?: Record<string, string> }} [options] buffered: printed at its end
 * @returns {Promise<boolean>} whether it passed
 */
async function run(script, { isBuffered = true, env = {} } = {}) {
  const child = spawn(process.execPath, ["--run", script], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env, ...(process.stdout.isTTY && { FORCE_COLOR: "1" }) },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (!isBuffered) process.stdout.write(text);
    });
  }
  const [code] = await once(child, "close");
  if (isBuffered) process.stdout.write(output);
  counts.push(...(stripVTControlCharacters(output).match(COUNT_LINES) ?? []));
  return code === 0;
}

/** Runs one after the other what writes or needs Astro's generated files, and stops at a failure. */
async function testSites() {
  return (await run("test:sites")) && (await run("test:e2e", { isBuffered: false, env: { E2E_BUILT: "1" } }));
}

const results = await Promise.all([run("test:unit"), run("test:checks"), testSites()]);
const hasPassed = results.every(Boolean);
const seconds = Math.round(performance.now() / 1000);
console.log(
  ["", ...counts, `${hasPassed ? "Every check passed" : "Failed"}, after ${seconds} s.`].join("\n"),
);
process.exitCode = hasPassed ? 0 : 1;
