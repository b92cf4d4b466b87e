// Runs astro and wrangler on the pinned Node, with telemetry off, and loads the site's TypeScript.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

const BINARIES = {
  astro: "node_modules/astro/bin/astro.mjs",
  wrangler: "node_modules/wrangler/bin/wrangler.js",
};

/** Switches off Node's web storage. The edge has none, and Node would warn that its file is not set. */
const NODE_FLAGS = ["--no-experimental-webstorage"];

const QUIET = { ASTRO_TELEMETRY_DISABLED: "1", WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };

/** The arguments that make wrangler read wrangler.jsonc instead of the last build's configuration. */
export const CONFIG = ["--config", "wrangler.jsonc"];

/**
 * Starts a tool in the project's folder.
 * @param {keyof typeof BINARIES} tool
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 */
export function start(tool, args, { cwd = root, env = {}, stdio = "inherit" } = {}) {
  return spawn(process.execPath, [...NODE_FLAGS, root + BINARIES[tool], ...args], {
    cwd,
    stdio,
    env: { ...process.env, ...QUIET, ...env },
  });
}

/** Runs a tool to its end. If it fails, this process ends with the same exit code. */
export async function run(tool, args, options) {
  const code = await new Promise((resolve) => start(tool, args, options).on("close", resolve));
  if (code !== 0) process.exit(code ?? 1);
}

/**
 * Returns the exports of a TypeScript module. Vite loads it, because Node alone does not know `~/`.
 * @param {string} path relative to the project's folder: "./scripts/…"
 */
export async function importTypeScript(path) {
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(path, {
    root,
    configFile: false,
    logLevel: "error",
    resolve: { tsconfigPaths: true },
  });
  return module;
}
