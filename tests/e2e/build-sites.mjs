// Builds the sites of the end-to-end tests: with the providers' keys, without them, and with the sandbox. Builds the first
// once more with other prices, and for a host without the edge, and the sandbox with a cohort that has no date yet and with
// its date, for tests of a deploy and of such a host. npm test does this while unit tests leave a core idle.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { migrate } from "../../scripts/dev/local-edge.mjs";
import { root, run } from "../../scripts/dev/run-tool.mjs";
import { addDays, lagosDay } from "../../src/domain/dates/day.ts";
import { raisePrices } from "../fixtures/price-rise.ts";
import { copyOfProject } from "../fixtures/project-copy.ts";
import { databaseFile } from "./database-file.ts";
import { fillDatabase } from "./desk-database.ts";
import { ACADEMY, KEYS, SANDBOX, SANDBOX_AHEAD, SANDBOX_COHORT, SITE, WITHOUT_KEYS } from "./servers.ts";

/** The database of the cohort that the desk's tests find. */
const PLAYED = ".e2e/played.sqlite";
const COHORT_FILE = "content/cohorts/cohort-9.yaml";
/** What a sandbox's site keeps when it is served: each time the same. */
export const firstState = (/** @type {{ folder: string }} */ server) => `${server.folder}/first-state`;

const NO_KEYS = { PUBLIC_PAYSTACK_KEY: "", PUBLIC_PAYPAL_CLIENT_ID: "" };

const SANDBOX_BUILD = { ...NO_KEYS, SANDBOX: "1" };

const ENVIRONMENTS = new Map([
  [SITE, { ...KEYS, SANDBOX: "" }],
  [WITHOUT_KEYS, { ...NO_KEYS, SANDBOX: "" }],
  [SANDBOX, SANDBOX_BUILD],
]);

/**
 * The environment in which a site is built and served.
 * @param {{ folder: string }} server
 * @param {{ folder: string }} [built] whose build it serves, if not its own
 */
export function settingsOf(server, built = server) {
  return {
    ...ENVIRONMENTS.get(built),
    CONTENT_DIR: ACADEMY,
    OUT_DIR: `${built.folder}/dist`,
    STATE_DIR: `${server.folder}/state`,
  };
}

/** Builds all of them from scratch, each with an empty database; the sandbox's initial one is filled. */
export async function buildSites() {
  rmSync(`${root}.e2e`, { recursive: true, force: true });
  mkdirSync(`${root}.e2e`);
  // Copies have folders of their own; the others share what a build keeps beside its pages, and take turns.
  const copies = buildCopies();
  const database = migrate(settingsOf(SITE).STATE_DIR);
  const played = playCohort();
  await build(SITE);
  await build(WITHOUT_KEYS);
  await build(SANDBOX);
  await Promise.all([copies, database, played]);
  const states = [SANDBOX, SANDBOX_AHEAD, SANDBOX_COHORT].map(firstState);
  for (const state of [settingsOf(WITHOUT_KEYS).STATE_DIR, ...states]) {
    cpSync(root + settingsOf(SITE).STATE_DIR, root + state, { recursive: true });
  }
  fillDatabase(databaseFile(firstState(SANDBOX)), root + PLAYED);
}

/** In a process of its own: what an edge logs of 200 learners is not shown. */
async function playCohort() {
  const args = ["tests/e2e/play-cohort.mjs", root + PLAYED];
  const played = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(played, "close");
  if (code !== 0) throw new Error("The cohort could not be played.");
}

const build = (/** @type {{ folder: string }} */ server) =>
  run("astro", ["build"], { env: settingsOf(server), stdio: ["ignore", "ignore", "inherit"] });

async function buildCopies() {
  const dearer = copyOfProject("dearer", KEYS);
  raisePrices(dearer);
  const withoutEdge = copyOfProject("without-edge", {
    ...KEYS,
    PUBLIC_MAIL_ENDPOINT: "https://gateway.example/prod/mailing",
  });
  const unannounced = copyOfProject("unannounced", SANDBOX_BUILD);
  unannounced.write(COHORT_FILE, "name: Cohort 9\n");
  const announced = copyOfProject("announced", SANDBOX_BUILD);
  announced.write(COHORT_FILE, `name: Cohort 9\nfirstClass: "${firstClassOfCohort()}"\nconfirmed: true\n`);
  for (const project of [dearer, withoutEdge, unannounced, announced]) {
    const { code, output } = await project.run("build");
    if (code !== 0) throw new Error(output);
  }
}

/** Of the cohort whose date a deploy announces: three weeks from now. */
const firstClassOfCohort = () => addDays(lagosDay(new Date()), 21);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildSites();
