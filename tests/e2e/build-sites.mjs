// Builds the sites of the end-to-end tests: with the providers' keys, without them, and with the sandbox. Builds the first
// once more with other prices, and for a host without the edge, for tests of a deploy and of such a host. npm test does
// this while unit tests leave a core idle.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { migrate } from "../../scripts/dev/local-edge.mjs";
import { root, run } from "../../scripts/dev/run-tool.mjs";
import { raisePrices } from "../fixtures/price-rise.ts";
import { copyOfProject } from "../fixtures/project-copy.ts";
import { databaseFile } from "./database-file.ts";
import { fillDatabase } from "./desk-database.ts";
import { ACADEMY, KEYS, SANDBOX, SANDBOX_AHEAD, SITE, WITHOUT_KEYS } from "./servers.ts";

/** The database of the campaign. */
const PLAYED = ".e2e/played.sqlite";
/** What the sandbox keeps when it is served: each time the same. */
export const FIRST_STATE = `${SANDBOX.folder}/first-state`;

const NO_KEYS = { PUBLIC_PAYSTACK_KEY: "", PUBLIC_PAYPAL_CLIENT_ID: "" };

const ENVIRONMENTS = new Map([
  [SITE, { ...KEYS, SANDBOX: "" }],
  [WITHOUT_KEYS, { ...NO_KEYS, SANDBOX: "" }],
  [SANDBOX, { ...NO_KEYS, SANDBOX: "1" }],
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
  const states = [WITHOUT_KEYS, SANDBOX_AHEAD].map((server) => settingsOf(server).STATE_DIR);
  for (const state of [...states, FIRST_STATE]) {
    cpSync(root + settingsOf(SITE).STATE_DIR, root + state, { recursive: true });
  }
  fillDatabase(databaseFile(FIRST_STATE), root + PLAYED);
}

/** 200 learners, for the desk's tests: played by the campaign in a process of its own, whose clock is not this one's. */
async function playCohort() {
  const args = ["--no-experimental-webstorage", "tests/campaign/campaign.mjs", "--cohort", root + PLAYED];
  const campaign = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
  const [code] = await once(campaign, "close");
  if (code !== 0) throw new Error("The campaign did not play the cohort.");
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
  for (const project of [dearer, withoutEdge]) {
    const { code, output } = await project.run("build");
    if (code !== 0) throw new Error(output);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildSites();
