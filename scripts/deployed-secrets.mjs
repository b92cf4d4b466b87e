import { CONFIG, start } from "./tools.mjs";

/**
 * The names of the secrets that a deployed site was given; none when it was never deployed or cannot be asked.
 * @param {"staging" | "production"} place
 * @returns {Promise<string[]>}
 */
export async function deployedSecrets(place) {
  const child = start("wrangler", ["secret", "list", ...CONFIG, "--env", place, "--format", "json"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  for await (const part of child.stdout?.setEncoding("utf8") ?? []) text += part;
  try {
    return JSON.parse(text).map(({ name }) => name);
  } catch {
    return [];
  }
}
