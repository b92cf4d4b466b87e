// Builds a site of its own for a measurement, beside what `npm run build` makes, and serves it on the edge runtime.
import { globSync } from "node:fs";
import { relative } from "node:path";
import { migrate } from "../../dev/local-edge.mjs";
import { root, run, start } from "../../dev/run-tool.mjs";

const settingsOf = (folder, env) => ({
  SANDBOX: "",
  OUT_DIR: `${folder}/dist`,
  STATE_DIR: `${folder}/state`,
  ...env,
});

/** Settings of a site that takes payments: without a key its forms say so, which fetches their code before a touch. */
const KEYS = { PUBLIC_PAYSTACK_KEY: "pk_test_measured", PUBLIC_PAYPAL_CLIENT_ID: "measured" };

/** @param folder from the project's @returns the folder of what browsers get */
export async function buildSite(folder, env = KEYS) {
  await run("astro", ["build"], { env: settingsOf(folder, env), stdio: ["ignore", "ignore", "inherit"] });
  return `${root}${folder}/dist/client`;
}

/** @param folder of what browsers get @returns every page's address, Home first */
export function builtRoutes(folder) {
  return globSync(`${folder}/**/*.html`)
    .map((file) => `/${relative(folder, file).replace(/\.html$/, "")}`.replace(/\/index$/, "/"))
    .map((route) => route.replace("&", "%26"))
    .sort();
}

/** Serves a built site with its database until it is killed; it answers a moment later. @param env as it was built */
export async function serveSite(folder, port, env) {
  const settings = settingsOf(folder, env);
  await migrate(settings.STATE_DIR);
  const preview = start("astro", ["preview", "--ignore-lock", "--port", String(port)], {
    env: settings,
    stdio: ["ignore", "pipe", "inherit"],
  });
  preview.stdout.resume();
  return preview;
}
