// Provides the database and the edge's clock for a site that runs on this machine.
import { run } from "./run-tool.mjs";

const SWEEP_PAUSE_MS = 5 * 60_000;
/** The address that the local edge runtime asks for this machine's location, and how long it waits. */
const WHERE = "https://workers.cloudflare.com/cf.json";
const WHERE_MS = 3000;

/**
 * Returns the environment that stops the runtime from looking up this machine's location. Without the internet
 * that lookup prints a stack trace. Empty on a machine with internet.
 */
export async function withoutInternet() {
  const isAnswered = await fetch(WHERE, { signal: AbortSignal.timeout(WHERE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isAnswered) return {};
  console.log(
    "No internet: the site takes a country of its own as yours. You can choose another at /sandbox.",
  );
  return { CLOUDFLARE_CF_FETCH_ENABLED: "false" };
}

/** Calls the scheduled work of the edge, as often as its own clock does, as long as this process lives. */
export function sweepRegularly(port) {
  const sweep = () =>
    fetch(`http://localhost:${port}/cdn-cgi/handler/scheduled`).catch(() => {
      // The site is starting or restarting, and the next call comes soon.
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
