// Builds and serves a site for measurements, in a separate folder from that of `npm run build`.
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

/** Keys of payment providers. Without them the forms would load early, to say that payment is not set up. */
const KEYS = { PUBLIC_PAYSTACK_KEY: "pk_test_measured", PUBLIC_PAYPAL_CLIENT_ID: "measured" };

/** Builds the site. @param folder relative to the project's @returns the folder that is served to browsers */
export async function buildSite(folder, env = KEYS) {
  await run("astro", ["build"], { env: settingsOf(folder, env), stdio: ["ignore", "ignore", "inherit"] });
  return `${root}${folder}/dist/client`;
}

/** Returns the paths of all pages, Home first. @param folder the folder that is served to browsers */
export function builtRoutes(folder) {
  return globSync(`${folder}/**/*.html`)
    .map((file) => `/${relative(folder, file).replace(/\.html$/, "")}`.replace(/\/index$/, "/"))
    .map((route) => route.replace("&", "%26"))
    .sort();
}

/**
 * Serves a built site with its database until the returned process is killed.
 * @param env the same as for its build
 */
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
