// Queries the site's database, on this machine or deployed, and lists a deployed site's secrets.
import { once } from "node:events";
import { json, text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { CONFIG, start } from "../dev/run-tool.mjs";

/**
 * Returns the site that a command's options name. An unknown `--env` ends this process with 2.
 * @param {{ remote?: boolean, env?: string }} options `remote` alone is production
 * @returns {"local" | "staging" | "production"}
 */
export function placeOf({ remote = false, env }) {
  if (env !== undefined && env !== "staging" && env !== "production") {
    console.error(`--env is staging or production, not ${env}.`);
    process.exit(2);
  }
  return env ?? (remote ? "production" : "local");
}

/**
 * Runs all statements in one call and returns the rows of each. Tries again while a served site locks the
 * local database. An error of the database ends this process with 2.
 * @param {"local" | "staging" | "production"} place
 * @param {string[]} statements
 * @returns {Promise<Record<string, any>[][]>}
 */
export async function query(place, statements) {
  let { code, output } = await execute(place, statements);
  for (let tries = 1; tries < 5 && place === "local" && output.includes("database is locked"); tries++) {
    await setTimeout(200 * tries);
    ({ code, output } = await execute(place, statements));
  }
  if (code === 0) return JSON.parse(output).map(({ results }) => results);
  console.error(output);
  if (output.includes("no such table")) {
    console.error(
      place === "local"
        ? "The database on this machine is empty: run npm start once, which makes its tables."
        : `The ${place} database lacks tables: npm run deploy -- --env ${place} makes them.`,
    );
  }
  process.exit(2);
}

/**
 * Runs the statements with wrangler.
 * @returns {Promise<{ code: number | null, output: string }>} the rows as JSON, or the error messages
 */
async function execute(place, statements) {
  const target =
    place === "local"
      ? ["--local", "--persist-to", process.env.STATE_DIR ?? ".wrangler/state"]
      : ["--remote", "--env", place];
  const args = ["d1", "execute", "DB", ...CONFIG, ...target, "--json", "--command", statements.join(";\n")];
  const child = start("wrangler", args, { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, output: code === 0 ? stdout : stdout + stderr };
}

/**
 * Returns the names of a deployed site's secrets; none if it was never deployed or cannot be reached.
 * @param {"staging" | "production"} place
 * @returns {Promise<string[]>}
 */
export async function deployedSecrets(place) {
  const args = ["secret", "list", ...CONFIG, "--env", place, "--format", "json"];
  const child = start("wrangler", args, { stdio: ["ignore", "pipe", "ignore"] });
  /** @type {{ name: string }[]} */
  const secrets = await json(child.stdout).catch(() => []);
  return secrets.map(({ name }) => name);
}
