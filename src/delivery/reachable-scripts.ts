import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

const PAGE_CODE = /(?:component-url|<script type="module" src)="\/_astro\/([\w.-]+\.js)"/g;
const IMPORTED = /["'`](?:\.\/|\/?_astro\/)([\w.-]+\.js)["'`]/g;
/** Packages have names for nothing of ours, and would keep half a style sheet by accident. */
const PACKAGES = /^(react|phone|paystack)\./;

/**
 * The source of our own scripts that a page may come to run: those of its islands and its inline scripts, and whatever
 * these import, at once or later.
 * @param root the built site's folder, with a slash at its end
 */
export async function reachableScripts(root: string, html: string): Promise<string[]> {
  const sources = new Map<string, string>();
  const waiting = [...html.matchAll(PAGE_CODE)].map(([, name = ""]) => name);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = `${root}_astro/${name}`;
    if (sources.has(name) || PACKAGES.test(name) || !existsSync(file)) continue;
    const source = await readFile(file, "utf8");
    sources.set(name, source);
    for (const [, imported = ""] of source.matchAll(IMPORTED)) waiting.push(imported);
  }
  return [...sources.values()];
}
