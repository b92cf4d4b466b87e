import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { type Assets, builtAssets } from "./assets.ts";
import { withDirectScripts } from "./direct-scripts.ts";
import { takeRuntime } from "./island-runtime.ts";
import { withIslandScripts } from "./island-scripts.ts";
import { LATE_STYLES_MARKER, pageStyles } from "./page-styles.ts";
import { scriptFinder } from "./reachable-scripts.ts";

const STYLESHEET_LINK = /<link rel="stylesheet" href="\/(_astro\/[^"]+\.css)">/g;
/** Astro's own: the font's faces, and that an island's element has no box. One element costs the policy one hash. */
const SMALL_STYLES = /<style>([^<]*)<\/style>/g;
/** Tailwind's notice, which `/licences.txt` gives once for all pages. */
const LICENCE_COMMENT = /\/\*![\s\S]*?\*\//g;
const MODULE_SCRIPT = /<script type="module" src="([^"]+)">/g;

/**
 * Makes finished pages light: each carries the styles it needs, and the code that wakes islands is one shared file
 * that is fetched when it is needed. `astro dev` shows pages as Astro makes them.
 */
export function delivery(): AstroIntegration {
  return {
    name: "delivery",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const root = fileURLToPath(dir);
        const assets = builtAssets(root);
        const findScripts = scriptFinder(assets);
        const runtime = new Set<string>();
        const sheets = new Set<string>();
        const finished: { file: string; html: string; isAwake: boolean }[] = [];
        // One after the other, and without waiting: to hand a small file to another thread takes longer than to read it.
        for (const file of globSync(`${root}**/*.html`)) {
          const taken = takeRuntime(readFileSync(file, "utf8"));
          for (const code of taken.runtime) runtime.add(code);
          const direct = await withDirectScripts(assets, taken.html);
          const awake = await withIslandScripts(assets, direct);
          const html = await withOwnStyles(assets, awake, await findScripts(direct), sheets);
          finished.push({ file, html, isAwake: taken.runtime.length === 0 });
        }
        const href = runtime.size > 0 ? await assets.add("islands", "js", [...runtime].join("\n")) : "";
        for (const { file, html, isAwake } of finished) {
          writeFileSync(file, isAwake ? html : withRuntime(html, href));
        }
        for (const sheet of sheets) rmSync(root + sheet, { force: true });
      },
    },
  };
}

/** Puts the page's part of its style sheets in their place. */
async function withOwnStyles(
  assets: Assets,
  html: string,
  scripts: readonly string[],
  sheets: Set<string>,
): Promise<string> {
  const paths = [...html.matchAll(STYLESHEET_LINK)].map(([, path = ""]) => path);
  if (paths.length === 0) return html;
  for (const path of paths) sheets.add(path);
  const sheet = (await Promise.all(paths.map((path) => assets.read(path))))
    .join("\n")
    .replace(LICENCE_COMMENT, "");

  const { first, late } = await pageStyles(
    sheet,
    html.replace(STYLESHEET_LINK, "").replace(SMALL_STYLES, ""),
    scripts,
  );
  const lateLinks = late ? withEarlyScripts(html, await assets.add("late", "css", late)) : "";
  const small = [...html.matchAll(SMALL_STYLES)].map(([, css = ""]) => css);
  return html
    .replace(STYLESHEET_LINK, "")
    .replace(SMALL_STYLES, "")
    .replace(LATE_STYLES_MARKER, lateLinks)
    .replace("</head>", () => `<style>${small.join("")}${first}</style></head>`);
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
  return /client="(?:load|undisturbed)"/.test(html)
    ? html.replace("</head>", `<script async src="${href}"></script></head>`)
    : html.replace("<html ", `<html data-island-runtime="${href}" `);
}
