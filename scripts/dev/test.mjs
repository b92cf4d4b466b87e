// npm test: unit tests, and beside them everything else: the checks, the weight of the site built from content/, the browsers.
// At the end, what the tests counted. Ends with 1 when a check fails; of what follows that check, nothing is run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { root } from "./run-tool.mjs";

const COUNTED = /^ *(?:Tests .*|\d+ (?:passed|failed|flaky|skipped|did not run).*)$/gm;
const counts = [];

/** Runs an npm script, which prints as it goes, or at its end beside another one. @returns {Promise<boolean>} whether it passed */
async function run(script, { isBeside = false, env = {} } = {}) {
  const child = spawn("npm", ["run", "--silent", ...script], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
    env: { ...process.env, ...env, ...(process.stdout.isTTY && { FORCE_COLOR: "1" }) },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (!isBeside) process.stdout.write(text);
    });
  }
  const [code] = await once(child, "close");
  if (isBeside) process.stdout.write(output);
  counts.push(...(stripVTControlCharacters(output).match(COUNTED) ?? []));
  return code === 0;
}

/** What needs a build, one after the other: each core is busy with it and the unit tests until the end. */
async function checkSite() {
  return (
    (await run(["test:checks"], { isBeside: true })) &&
    (await run(["budget"], { isBeside: true })) &&
    (await run(["test:e2e"], { env: { E2E_BUILT: "1" } }))
  );
}

const lanes = await Promise.all([run(["test:unit"], { isBeside: true }), checkSite()]);
const isPassed = lanes.every(Boolean);
const seconds = Math.round(performance.now() / 1000);
console.log(["", ...counts, `${isPassed ? "Every check passed" : "Failed"}, after ${seconds} s.`].join("\n"));
process.exitCode = isPassed ? 0 : 1;
