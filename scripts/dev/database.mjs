// Queries the site's database, on this machine (of `npm start`) or deployed, and lists a deployed site's secrets.
import { once } from "node:events";
import { json, text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { CONFIG, start } from "./run-tool.mjs";

/**
 * Returns the database that a command means: --remote is production's, --env names another deployed one.
 * @param {{ remote?: boolean, env?: string }} options
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
 * Runs all statements at once and returns the rows of each. On this machine it tries again while a served site
 * has locked the database. A statement that the database refuses ends this process with 2.
 * @param {"local" | "staging" | "production"} place
 * @param {string[]} statements
 * @returns {Promise<Record<string, any>[][]>}
 */
export async function query(place, statements) {
  let answer = await execute(place, statements);
  for (let tries = 1; tries < 5 && place === "local" && answer.text.includes("database is locked"); tries++) {
    await setTimeout(200 * tries);
    answer = await execute(place, statements);
  }
  if (answer.code === 0) return JSON.parse(answer.text).map(({ results }) => results);
  console.error(answer.text);
  if (answer.text.includes("no such table")) {
    console.error(
      place === "local"
        ? "The database on this machine is empty: run npm start once, which makes its tables."
        : `The ${place} database lacks tables: npm run deploy -- --env ${place} makes them.`,
    );
  }
  process.exit(2);
}

/** @returns {Promise<{ code: number | null, text: string }>} what wrangler prints: JSON, and its trouble after a failure */
async function execute(place, statements) {
  const where =
    place === "local"
      ? ["--local", "--persist-to", process.env.STATE_DIR ?? ".wrangler/state"]
      : ["--remote", "--env", place];
  const args = ["d1", "execute", "DB", ...CONFIG, ...where, "--json", "--command", statements.join(";\n")];
  const child = start("wrangler", args, { stdio: ["ignore", "pipe", "pipe"] });
  const [answer, trouble, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, text: code === 0 ? answer : answer + trouble };
}

/**
 * Returns the names of a deployed site's secrets; none if it was never deployed or does not answer.
 * @param {"staging" | "production"} place
 * @returns {Promise<string[]>}
 */
export async function deployedSecrets(place) {
  const child = start("wrangler", ["secret", "list", ...CONFIG, "--env", place, "--format", "json"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  /** @type {{ name: string }[]} */
  const secrets = await json(child.stdout).catch(() => []);
  return secrets.map(({ name }) => name);
}
