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
            namesIn(readFileSync(root + file, "utf8")),
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
 * @param files the names in each built script and style sheet, by its file name
 */
export function withUsedStyles(html: string, files: ReadonlyMap<string, ReadonlySet<string>>): string {
  const names = namesOfPage(html);
  // A file that is named can name others.
  for (const name of names) {
    const others = /\.(?:js|css)$/.test(name) ? files.get(basename(name)) : undefined;
    for (const other of others ?? []) names.add(other);
  }
  return html.replace(/<style>(.*?)<\/style>/gs, (_element, css: string) => {
    const { code } = transform({
      filename: "page.css",
      code: Buffer.from(css),
      minify: true,
      targets: TARGETS,
      unusedSymbols: [...classNames(css), ...propertyNames(css)].filter((name) => !names.has(name)),
    });
    return `<style>${code.toString()}</style>`;
  });
}

/** Returns the names in a page's texts, attributes and scripts, and what its styles read. */
function namesOfPage(html: string): Set<string> {
  const texts: string[] = [];
  const styles: string[] = [];
  let isStyle = false;
  const parser = new Parser({
    onopentag: (name) => {
      isStyle = name === "style";
    },
    onclosetag: () => {
      isStyle = false;
    },
    onattribute: (_name, value) => texts.push(value),
    ontext: (text) => (isStyle ? styles : texts).push(text),
  });
  parser.end(html);
  const readByStyles = styles.flatMap((css) => [...readProperties(css), ...animationNames(css)]);
  return new Set([...namesIn(texts.join(" ")), ...readByStyles]);
}

/** Returns all words in a text, of which each may be a class or a file, and the custom properties that it reads. */
export function namesIn(text: string): Set<string> {
  return new Set([...(text.match(/[^\s"'`<>=\\]+/g) ?? []), ...readProperties(text)]);
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
