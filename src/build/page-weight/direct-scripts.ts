import type { Assets } from "./assets.ts";

const MODULE_SCRIPT = /(<script type="module" src=")\/_astro\/([\w.-]+\.js)(")/g;
const ONLY_IMPORT = /^import"\.\/([\w.-]+\.js)";?\s*$/;

/**
 * Lets a page name the file that holds its script's code, where the bundler left a file between that only imports it:
 * a slow network pays a round trip for each step.
 */
export async function withDirectScripts(assets: Assets, html: string): Promise<string> {
  let result = html;
  for (const [whole, before, name, after] of html.matchAll(MODULE_SCRIPT)) {
    const [, target] = ONLY_IMPORT.exec(await assets.read(`_astro/${name}`)) ?? [];
    if (target) result = result.replace(whole, `${before}/_astro/${target}${after}`);
  }
  return result;
}
