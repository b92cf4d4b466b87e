// Builds the sites of the end-to-end tests: with the providers' keys, without them, and with the sandbox. Builds the first
// once more with other prices, and for a host without the edge, for tests of a deploy and of such a host. npm test does
// this while unit tests leave a core idle.
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { migrate } from "../../scripts/dev/local-edge.mjs";
import { root, run } from "../../scripts/dev/run-tool.mjs";
import { raisePrices } from "../fixtures/price-rise.ts";
import { copyOfProject } from "../fixtures/project-copy.ts";
import { KEYS, SANDBOX, SANDBOX_AHEAD, SITE, WITHOUT_KEYS } from "./servers.ts";

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
    OUT_DIR: `${built.folder}/dist`,
    STATE_DIR: `${server.folder}/state`,
  };
}

/** Builds all of them anew, each with an empty database. */
export async function buildSites() {
  rmSync(`${root}.e2e`, { recursive: true, force: true });
  mkdirSync(`${root}.e2e`);
  // Copies have folders of their own; the others share what a build keeps beside its pages, and take turns.
  const copies = buildCopies();
  const database = migrate(settingsOf(SITE).STATE_DIR);
  await build(SITE);
  await build(WITHOUT_KEYS);
  await build(SANDBOX);
  await Promise.all([copies, database]);
  for (const server of [WITHOUT_KEYS, SANDBOX, SANDBOX_AHEAD]) {
    cpSync(root + settingsOf(SITE).STATE_DIR, root + settingsOf(server).STATE_DIR, { recursive: true });
  }
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
