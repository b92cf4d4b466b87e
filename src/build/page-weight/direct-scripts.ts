import type { Assets } from "./assets.ts";

const MODULE_SCRIPT = /<script type="module" src="\/_astro\/([\w.-]+\.js)"/g;
const ONLY_IMPORT = /^import"\.\/([\w.-]+\.js)";?\s*$/;
const IMPORTED = /(?:from|import)"\.\/([\w.-]+\.js)"/g;

/**
 * Lets a page ask for all files of its scripts at once: a slow network pays a round trip for each step. It names the file that
 * holds a script's code where the bundler left one between that only imports it, and those that a script imports.
 */
export async function withDirectScripts(assets: Assets, html: string): Promise<string> {
  let result = html;
  for (const [tag, name = ""] of html.matchAll(MODULE_SCRIPT)) {
    const [, target] = ONLY_IMPORT.exec(await assets.read(`_astro/${name}`)) ?? [];
    if (target) result = result.replace(tag, tag.replace(name, target));
  }
  for (const [tag, name = ""] of result.matchAll(MODULE_SCRIPT)) {
    const imported = (await importsOf(assets, name)).filter((each) => !result.includes(`/_astro/${each}"`));
    const links = imported.map((each) => `<link rel="modulepreload" href="/_astro/${each}">`);
    result = result.replace(tag, `${links.join("")}${tag}`);
  }
  return result;
}

/** The files that one imports, and what these import. */
async function importsOf(assets: Assets, name: string, found = new Set<string>()): Promise<string[]> {
  for (const [, imported = ""] of (await assets.read(`_astro/${name}`)).matchAll(IMPORTED)) {
    if (found.has(imported)) continue;
    found.add(imported);
    await importsOf(assets, imported, found);
  }
  return [...found];
}
