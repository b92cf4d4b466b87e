// Builds the sites of the end-to-end tests: with the edge and the providers' keys, with neither, and with the sandbox.
// npm test does this while unit tests leave a core idle.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { migrate } from "../../scripts/dev/local-edge.mjs";
import { root, run } from "../../scripts/dev/run-tool.mjs";
import { databaseFile } from "./database-file.ts";
import { fillDatabase } from "./desk-database.ts";
import { ACADEMY, KEYS, SANDBOX, SANDBOX_AHEAD, SITE, SITE_WITH_MAIL, WITHOUT_EDGE } from "./servers.ts";

/** The database of the cohort that the desk's tests find. */
const PLAYED = ".e2e/played.sqlite";
/** Names the folder of a sandbox's first state, with which each server starts. */
export const firstState = (/** @type {{ folder: string }} */ server) => `${server.folder}/first-state`;

const NO_KEYS = { PUBLIC_PAYSTACK_KEY: "", PUBLIC_PAYPAL_CLIENT_ID: "" };

const GATEWAY = "https://gateway.example/prod/mailing";

const ENVIRONMENTS = new Map([
  [SITE, { ...KEYS, SANDBOX: "" }],
  [WITHOUT_EDGE, { ...NO_KEYS, SANDBOX: "", PUBLIC_MAIL_ENDPOINT: GATEWAY }],
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
  const database = migrate(settingsOf(SITE).STATE_DIR);
  const played = playCohort();
  // They share what a build keeps beside its pages, and take turns.
  for (const site of [SITE, WITHOUT_EDGE, SANDBOX]) await build(site);
  await Promise.all([database, played]);
  const states = [SANDBOX, SANDBOX_AHEAD].map(firstState);
  for (const state of [settingsOf(SITE_WITH_MAIL, SITE).STATE_DIR, ...states]) {
    cpSync(root + settingsOf(SITE).STATE_DIR, root + state, { recursive: true });
  }
  fillDatabase(databaseFile(firstState(SANDBOX)), root + PLAYED);
}

/** Plays a cohort in a process of its own, which hides the edge's log of 200 learners. */
async function playCohort() {
  const args = ["tests/e2e/play-cohort.mjs", root + PLAYED];
  const played = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(played, "close");
  if (code !== 0) throw new Error("The cohort could not be played.");
}

const build = (/** @type {{ folder: string }} */ server) =>
  run("astro", ["build"], { env: settingsOf(server), stdio: ["ignore", "ignore", "inherit"] });

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildSites();
