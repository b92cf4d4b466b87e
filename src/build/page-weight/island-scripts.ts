import type { Assets } from "./assets.ts";

/** An island that wakes by itself, uninterrupted, and the file of its code. */
const ISLAND =
  /<astro-island(?=[^>]* client="uninterrupted")(?=[^>]* component-url="\/_astro\/([\w.-]+\.js)")/g;
/** What a script needs before it can run; not what it may import later. */
const NEEDED = /\b(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;

/**
 * Has such an island name the scripts that its own needs, in `data-scripts`: addresses with spaces between, each after
 * those that it needs itself.
 */
export async function withIslandScripts(assets: Assets, html: string): Promise<string> {
  let result = html;
  for (const [tag, name = ""] of html.matchAll(ISLAND)) {
    const scripts = new Set<string>();
    await addNeeded(scripts, name, assets);
    const addresses = [...scripts].map((script) => `/_astro/${script}`);
    result = result.replace(tag, () => `${tag} data-scripts="${addresses.join(" ")}"`);
  }
  return result;
}

async function addNeeded(scripts: Set<string>, name: string, assets: Assets): Promise<void> {
  const source = await assets.read(`_astro/${name}`);
  for (const [, needed = ""] of source.matchAll(NEEDED)) {
    if (scripts.has(needed)) continue;
    await addNeeded(scripts, needed, assets);
    scripts.add(needed);
  }
}
