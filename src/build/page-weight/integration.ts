import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { type Assets, builtAssets } from "./assets.ts";
import { criticalCss, DEFERRED_STYLES_MARKERS } from "./critical-css.ts";
import { withDirectScripts } from "./direct-scripts.ts";
import { extractRuntime } from "./island-runtime.ts";
import { scriptFinder } from "./reachable-scripts.ts";

const STYLE = /<style>([\s\S]*?)<\/style>/g;
const MODULE_SCRIPT = /<script type="module" src="([^"]+)">/g;

/**
 * Makes finished pages light: each carries the styles it needs, and the code that wakes islands is one shared file
 * that is fetched when it is needed. `astro dev` shows pages as Astro makes them.
 */
export function pageWeight(): AstroIntegration {
  return {
    name: "page-weight",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const root = fileURLToPath(dir);
        const assets = builtAssets(root);
        const findScripts = scriptFinder(assets);
        const runtime = new Set<string>();
        const finished: { file: string; html: string; isAwake: boolean }[] = [];
        // One after the other, and without waiting: to hand a small file to another thread takes longer than to read it.
        for (const file of globSync(`${root}**/*.html`)) {
          const taken = extractRuntime(readFileSync(file, "utf8"));
          for (const code of taken.runtime) runtime.add(code);
          const direct = await withDirectScripts(assets, taken.html);
          const html = await withCriticalCss(assets, direct, await findScripts(direct));
          finished.push({ file, html, isAwake: taken.runtime.length === 0 });
        }
        const href = runtime.size > 0 ? await assets.add("islands", "js", [...runtime].join("\n")) : "";
        for (const { file, html, isAwake } of finished) {
          writeFileSync(file, isAwake ? html : withRuntime(html, href));
        }
      },
    },
  };
}

/** The page with its critical CSS in the head, and the rest at its marker: in the page, or in a file that is linked there. */
async function withCriticalCss(assets: Assets, html: string, scripts: readonly string[]): Promise<string> {
  const sheet = Array.from(html.matchAll(STYLE), ([, css = ""]) => css).join("\n");
  const bare = html.replace(STYLE, "");
  const { critical, deferred } = criticalCss(sheet, bare, scripts);
  const { file, inPage } = DEFERRED_STYLES_MARKERS;
  const link = bare.includes(file)
    ? withEarlyScripts(html, await assets.add("deferred", "css", deferred))
    : null;
  return bare
    .replace(link ? file : inPage, () => link ?? `<style>${deferred}</style>`)
    .replaceAll(inPage, "")
    .replace("</head>", () => `<style>${critical}</style></head>`);
}

/** The parser waits at a style sheet in the body, and would ask for the scripts below it only afterwards. */
function withEarlyScripts(html: string, sheet: string): string {
  const scripts = [...html.matchAll(MODULE_SCRIPT)].map(
    ([, src]) => `<link rel="modulepreload" href="${src}">`,
  );
  return `${scripts.join("")}<link rel="stylesheet" href="${sheet}">`;
}

/** A page whose form is its purpose fetches the runtime at once; any other when the visitor first does something. */
function withRuntime(html: string, href: string): string {
  return html.includes('client="load"')
    ? html.replace("</head>", `<script async src="${href}"></script></head>`)
    : html.replace("<html ", `<html data-island-runtime="${href}" `);
}
