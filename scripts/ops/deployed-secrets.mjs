import { json } from "node:stream/consumers";
import { CONFIG, start } from "../dev/run-tool.mjs";

/**
 * The names of the secrets that a deployed site was given; none when it was never deployed or cannot be asked.
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
