// Prepares and drives the edge of a site that runs on this machine.
import { run } from "./run-tool.mjs";

const SWEEP_INTERVAL_MS = 5 * 60_000;
/** The address at which the edge runtime looks up this machine's location, and its time limit. */
const LOCATION_URL = "https://workers.cloudflare.com/cf.json";
const LOCATION_TIMEOUT_MS = 3000;

/**
 * Returns environment variables for the edge runtime. Without internet they switch off its lookup of this
 * machine's location, which would print a stack trace.
 */
export async function locationSettings() {
  const response = await fetch(LOCATION_URL, { signal: AbortSignal.timeout(LOCATION_TIMEOUT_MS) }).catch(
    () => null,
  );
  if (response?.ok) return {};
  console.log("No internet: the site assumes a default country for you. You can choose another at /sandbox.");
  return { CLOUDFLARE_CF_FETCH_ENABLED: "false" };
}

/** Runs the edge's scheduled work every five minutes, until this process ends. */
export function sweepRegularly(port) {
  const sweep = () =>
    fetch(`http://localhost:${port}/cdn-cgi/handler/scheduled`).catch(() => {
      // The site is starting or restarting. The next call will reach it.
    });
  setInterval(sweep, SWEEP_INTERVAL_MS).unref();
}

/** Applies the migrations to the local database. */
export async function migrate(persistTo = ".wrangler/state") {
  await run("wrangler", ["d1", "migrations", "apply", "academy", "--local", "--persist-to", persistTo], {
    env: { CI: "true" },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
