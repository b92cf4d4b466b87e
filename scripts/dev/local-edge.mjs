// What the site needs around it on this machine: its database, and the edge's clock.
import { run } from "./run-tool.mjs";

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
