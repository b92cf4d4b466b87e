// Runs the project's tools on the pinned Node, with telemetry off, the same on every platform.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

const BINARIES = {
  astro: "node_modules/astro/bin/astro.mjs",
  wrangler: "node_modules/wrangler/bin/wrangler.js",
};

const QUIET = { ASTRO_TELEMETRY_DISABLED: "1", WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };

/** For wrangler: what stands in this file, and not what the last build was made for. */
export const CONFIG = ["--config", "wrangler.jsonc"];

/**
 * Starts a tool in the project's folder.
 * @param {keyof typeof BINARIES} tool
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, stdio?: import("node:child_process").StdioOptions }} [options]
 */
export function start(tool, args, { cwd = root, env = {}, stdio = "inherit" } = {}) {
  return spawn(process.execPath, [root + BINARIES[tool], ...args], {
    cwd,
    stdio,
    env: { ...process.env, ...QUIET, ...env },
  });
}

/** Runs a tool to its end; a failure ends this process with the tool's own exit code. */
export async function run(tool, args, options) {
  const code = await new Promise((resolve) => start(tool, args, options).on("close", resolve));
  if (code !== 0) process.exit(code ?? 1);
}

const SWEEP_PAUSE_MS = 5 * 60_000;

/**
 * Calls what the edge calls by a clock of its own, as often, for as long as this process lives.
 * @param {string} port
 */
export function sweepRegularly(port) {
  const sweep = () =>
    fetch(`http://localhost:${port}/cdn-cgi/handler/scheduled`).catch(() => {
      // Not up yet, or restarting: the next call comes soon.
    });
  setInterval(sweep, SWEEP_PAUSE_MS).unref();
}

/** Brings the embedded database to the current schema. */
export async function migrate(persistTo = ".wrangler/state") {
  await run("wrangler", ["d1", "migrations", "apply", "academy", "--local", "--persist-to", persistTo], {
    env: { CI: "true" },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
