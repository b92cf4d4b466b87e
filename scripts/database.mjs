// Asks the site's database, the one on this machine (of `npm start`) or a deployed one.
import { CONFIG, start } from "./tools.mjs";

/**
 * Which database a command means: --remote is production's, --env names another deployed one.
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
 * The rows that each statement gives; all statements run in one go. What the database refuses ends this process with 2.
 * @param {"local" | "staging" | "production"} place
 * @param {string[]} statements
 * @returns {Promise<Record<string, any>[][]>}
 */
export async function query(place, statements) {
  const where =
    place === "local"
      ? ["--local", "--persist-to", process.env.STATE_DIR ?? ".wrangler/state"]
      : ["--remote", "--env", place];
  const args = ["d1", "execute", "DB", ...CONFIG, ...where, "--json", "--command", statements.join(";\n")];
  const child = start("wrangler", args, { stdio: ["ignore", "pipe", "pipe"] });
  const [text, trouble, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  if (code === 0) return JSON.parse(text).map(({ results }) => results);
  console.error(text + trouble);
  if (text.includes("no such table")) {
    console.error(
      place === "local"
        ? "The database on this machine is empty: run npm start once, which makes its tables."
        : `The ${place} database lacks tables: npm run deploy -- --env ${place} makes them.`,
    );
  }
  process.exit(2);
}

/** @param {import("node:stream").Readable | null} stream */
async function textOf(stream) {
  let text = "";
  for await (const part of stream?.setEncoding("utf8") ?? []) text += part;
  return text;
}
