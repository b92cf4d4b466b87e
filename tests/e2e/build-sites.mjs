// Builds the sites of the end-to-end tests: with the edge and the providers' keys, with neither, and with the sandbox.
// npm test does this while unit tests leave a core idle.
import { cpSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { migrate } from "../../scripts/dev/local-edge.mjs";
import { root, run } from "../../scripts/dev/run-tool.mjs";
import { addToContent } from "../fixtures/additions.ts";
import { ACADEMY, ADDITIONS, KEYS, SANDBOX, SITE, WITHOUT_EDGE } from "./servers.ts";

/** The folder of the empty database with which each server starts. */
export const FIRST_STATE = ".e2e/first-state";

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
    CONTENT_DIR: built === WITHOUT_EDGE ? ADDITIONS : ACADEMY,
    OUT_DIR: `${built.folder}/dist`,
    STATE_DIR: `${server.folder}/state`,
  };
}

/** Builds all of them from scratch, and an empty database for each. */
export async function buildSites() {
  rmSync(`${root}.e2e`, { recursive: true, force: true });
  cpSync(root + ACADEMY, root + ADDITIONS, { recursive: true });
  addToContent(`${root}${ADDITIONS}/`);
  const migrated = migrate(FIRST_STATE);
  // They share what a build keeps beside its pages, and take turns.
  for (const site of [SITE, WITHOUT_EDGE, SANDBOX]) await build(site);
  await migrated;
}

const build = (/** @type {{ folder: string }} */ server) =>
  run("astro", ["build"], { env: settingsOf(server), stdio: ["ignore", "ignore", "inherit"] });

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildSites();
