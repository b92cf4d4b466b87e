// npm run bench:build: how long a clean build takes, as the site is and with 1,000 courses more. A benchmark, not a test:
// run it on a quiet machine.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parse, stringify } from "yaml";
import { BUILD_INPUTS } from "../dev/build-inputs.mjs";
import { root, run } from "../dev/run-tool.mjs";
import { limits } from "./limits.mjs";
import { median } from "./medians.mjs";

const MORE = 1_000;
const RUNS = 3;
const TRACKS = ["ai-fundamentals", "cybersecurity", "data-analytics", "devops", "project-management"];

const folder = `${root}.bench/site/`;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const part of BUILD_INPUTS) cpSync(root + part, folder + part, { recursive: true });

const asItIs = median(await times(RUNS));
addCourses();
const withMore = median(await times(RUNS));
rmSync(folder, { recursive: true });

const seconds = (ms) => (ms / 1000).toFixed(1);
console.log(`${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}\n`);
console.log(`| clean build, median of ${RUNS} | seconds |\n| --- | --- |`);
console.log(`| the site | ${seconds(asItIs)} |`);
console.log(`| with ${MORE.toLocaleString("en")} courses more | ${seconds(withMore)} |`);
console.log(`\n${(withMore / asItIs).toFixed(2)} times as long.`);
const promised = limits();
promised.hold("A clean build in s", asItIs / 1000, 15);
promised.hold("A build with more courses, in builds without them,", withMore / asItIs, 3);
promised.report();

/** @returns {Promise<number[]>} ms of each build */
async function times(count) {
  const measured = [];
  for (let index = 0; index < count; index += 1) {
    for (const left of ["dist", ".astro", "node_modules/.astro", "node_modules/.vite"]) {
      rmSync(folder + left, { recursive: true, force: true });
    }
    const before = performance.now();
    await run("astro", ["build"], {
      cwd: folder,
      env: { SANDBOX: "" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    measured.push(performance.now() - before);
  }
  return measured;
}

/** Each is one file, with its price and a curriculum of its own, and belongs to one of the tracks. */
function addCourses() {
  const { course: _named, ...level } = parse(
    readFileSync(`${folder}content/levels/ai-advanced.yaml`, "utf8"),
  );
  for (let index = 1; index <= MORE; index += 1) {
    const name = `Generated Course ${index}`;
    const ownCourse = {
      name,
      title: name,
      order: 100 + index,
      registration: { naira: 100_000 + index, dollars: 100 + index },
    };
    const one = { ...level, courseName: name, track: TRACKS[index % TRACKS.length], ownCourse };
    writeFileSync(`${folder}content/levels/generated-${index}.yaml`, stringify(one));
  }
}
