import { readFileSync, writeFileSync } from "node:fs";
import { root } from "../../dev/run-tool.mjs";
import { buildSite, KEYS, serveSite } from "../shared/built-site.mjs";

const NO_LIMIT = 1_000_000_000;

/**
 * Builds the site and serves it on the edge runtime with a database of its own, and without the limits of wrangler.jsonc:
 * they would refuse all but twenty mails a minute from one address.
 * @param {string} folder
 * @param {number} port
 * @param {Record<string, string>} secrets of the worker
 */
export async function serveUnlimited(folder, port, secrets) {
  await buildSite(folder);
  const server = `${root}${folder}/dist/server`;
  const built = JSON.parse(readFileSync(`${server}/wrangler.json`, "utf8"));
  const ratelimits = built.ratelimits.map((/** @type {{ simple: object }} */ limit) => ({
    ...limit,
    simple: { ...limit.simple, limit: NO_LIMIT },
  }));
  writeFileSync(`${server}/wrangler.json`, JSON.stringify({ ...built, ratelimits }));
  const lines = Object.entries(secrets).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(`${server}/.dev.vars`, lines.join(""));
  const preview = await serveSite(folder, port, KEYS);
  const origin = `http://localhost:${port}`;
  await untilWarm(origin);
  return { origin, stop: () => preview.kill() };
}

const WARM_AFTER = 50;

/** A runtime that has just started compiles what it is asked for first. */
async function untilWarm(/** @type {string} */ origin) {
  for (let answered = 0; answered < WARM_AFTER; ) {
    const answers = await Promise.all(
      ["/", "/json"].map((path) =>
        fetch(origin + path).then(
          (answer) => answer.ok,
          () => false,
        ),
      ),
    );
    if (answers.every(Boolean)) answered += 1;
    else await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
