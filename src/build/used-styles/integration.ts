import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import browserslist from "browserslist";
import { Parser } from "htmlparser2";
import { browserslistToTargets, transform } from "lightningcss";

/** Without the oldest browsers the printer would write newer syntax and delete what only they understand. */
const TARGETS = browserslistToTargets(browserslist());

/**
 * Removes from each page the styles that it cannot use, because Tailwind writes the same utilities for all pages and the
 * first frame waits for every byte of them.
 */
export function usedStyles(): AstroIntegration {
  return {
    name: "used-styles",
    hooks: {
      "astro:build:done": ({ dir }) => {
        const root = fileURLToPath(dir);
        const files = new Map(
          globSync("**/*.{js,css}", { cwd: root }).map((file) => [
            basename(file),
            readFileSync(root + file, "utf8"),
          ]),
        );
        for (const file of globSync("**/*.html", { cwd: root })) {
          writeFileSync(root + file, withUsedStyles(readFileSync(root + file, "utf8"), files));
        }
      },
    },
  };
}

/**
 * Returns the page without the rules for classes that neither the page nor a file that it can load names, and without
 * the custom properties that none of them reads.
 * @param files the built scripts and style sheets by their file names
 */
export function withUsedStyles(html: string, files: ReadonlyMap<string, string>): string {
  const { words, styles } = readPage(html);
  const names = new Set(styles.flatMap((css) => [...readProperties(css), ...animationNames(css)]));
  // A file that is named can name others.
  for (const word of words) {
    for (const fileWord of wordsIn(files.get(basename(word)) ?? "")) words.add(fileWord);
    for (const property of readProperties(word)) names.add(property);
  }
  const isUnused = (name: string) => !words.has(name) && !names.has(name);
  return html.replace(/<style>(.*?)<\/style>/gs, (_element, css: string) => {
    const { code } = transform({
      filename: "page.css",
      code: Buffer.from(css),
      minify: true,
      targets: TARGETS,
      unusedSymbols: [...classNames(css), ...propertyNames(css)].filter(isUnused),
    });
    return `<style>${code.toString()}</style>`;
  });
}

/** Returns all words of a page's texts, attributes and scripts, and its styles. */
function readPage(html: string): { words: Set<string>; styles: string[] } {
  const words = new Set<string>();
  const styles: string[] = [];
  let isStyle = false;
  const parser = new Parser({
    onopentag: (name) => {
      isStyle = name === "style";
    },
    onclosetag: () => {
      isStyle = false;
    },
    onattribute: (_name, value) => {
      for (const word of wordsIn(value)) words.add(word);
    },
    ontext: (text) => {
      if (isStyle) styles.push(text);
      else for (const word of wordsIn(text)) words.add(word);
    },
  });
  parser.end(html);
  return { words, styles };
}

function wordsIn(text: string): string[] {
  return text.match(/[^\s"'`<>=\\]+/g) ?? [];
}

/** Returns what follows a dot in a style sheet. It may be no class, as in a file's name, which does no harm. */
function classNames(css: string): string[] {
  return [...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = ""]) => name.replace(/\\(.)/g, "$1"));
}

/** Lightning CSS would remove an animation with the name of an unused class. */
function animationNames(css: string): string[] {
  return css.match(/(?<=@keyframes )[\w-]+/g) ?? [];
}

function propertyNames(css: string): string[] {
  return css.match(/--[\w-]+(?=:)/g) ?? [];
}

/** Returns the custom properties that styles or a script read, as opposed to set. */
function readProperties(code: string): string[] {
  return code.match(/--[\w-]+(?![\w:-])/g) ?? [];
}
