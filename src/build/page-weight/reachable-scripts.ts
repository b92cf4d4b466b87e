import type { Assets } from "./assets.ts";

const PAGE_CODE = /(?:component-url|<script type="module" src)="\/_astro\/([\w.-]+\.js)"/g;
const IMPORTED = /["'`](?:\.\/|\/?_astro\/)([\w.-]+\.js)["'`]/g;
/** Packages use none of our class names, and would keep half a style sheet by accident. */
const PACKAGES = /^(react|phone|paystack)\./;

/** The source of our own scripts that a page may come to run. */
export type FindScripts = (html: string) => Promise<readonly string[]>;

/**
 * Finds the scripts of a page's islands and its inline scripts, and whatever these import, at once or later. Pages that
 * begin with the same ones are answered alike.
 */
export function scriptFinder(assets: Assets): FindScripts {
  const found = new Map<string, Promise<readonly string[]>>();
  return (html) => {
    const names = [...new Set([...html.matchAll(PAGE_CODE)].map(([, name = ""]) => name))];
    const key = names.join();
    const scripts = found.get(key) ?? sourcesFrom(names, assets);
    found.set(key, scripts);
    return scripts;
  };
}

async function sourcesFrom(names: readonly string[], assets: Assets): Promise<string[]> {
  const sources = new Map<string, string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const path = `_astro/${name}`;
    if (sources.has(name) || PACKAGES.test(name) || !assets.has(path)) continue;
    const source = await assets.read(path);
    sources.set(name, source);
    for (const [, imported = ""] of source.matchAll(IMPORTED)) waiting.push(imported);
  }
  return [...sources.values()];
}
