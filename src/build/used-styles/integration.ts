import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import browserslist from "browserslist";
import { Parser } from "htmlparser2";
import { browserslistToTargets, transform } from "lightningcss";

/** Without the oldest browsers the printer would write newer syntax and delete what only they understand. */
const TARGETS = browserslistToTargets(browserslist());

/** The style elements of the build, which have no attributes. */
const STYLE = /<style>(.*?)<\/style>/gs;

/**
 * Removes from each page the styles that it cannot use, because Tailwind writes the same utilities for all pages and the
 * first frame waits for every byte of them. What the heading does not need follows it.
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
          const page = withUsedStyles(readFileSync(root + file, "utf8"), files);
          writeFileSync(root + file, withHeadingFirst(page));
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
  return html.replace(STYLE, (_element, css: string) => styleElement(usedRules(css, names)));
}

/**
 * Returns the page with its sheet, the last style of the head, behind the heading and the lead. In the head it leaves
 * the sheet without the rules for other classes than those up to there, because the largest paint waits for every byte
 * ahead of it. The whole sheet repeats the head's rules, so the cascade stays the same as long as no other styles are
 * ahead of the heading. Otherwise, and without a heading outside the islands, the page stays as it is.
 */
export function withHeadingFirst(html: string): string {
  const leadEnd = endOfLead(html);
  const sheet = [...html.slice(0, html.indexOf("</head>")).matchAll(STYLE)].at(-1);
  if (leadEnd === null || !sheet) return html;
  const [element, css = ""] = sheet;
  const before = html.slice(0, sheet.index);
  const toLead = html.slice(sheet.index + element.length, leadEnd);
  if (toLead.includes("<style")) return html;
  const names = namesOfPage(before + toLead);
  // A second run removes the custom properties that only rules removed by the first read.
  const early = usedRules(usedRules(css, names), names);
  return before + styleElement(early) + toLead + element + html.slice(leadEnd);
}

/** Elements whose content React renders, or a browser with script does not. */
const HIDING = ["astro-island", "noscript", "template"];

/** A paragraph right behind the heading, which is the largest paint if it is the larger of the two. */
const LEAD = /^\s*<p\b.*?<\/p>/s;

/** Returns the position behind a page's heading and lead; `null` if it has no heading of its own. */
function endOfLead(html: string): number | null {
  let headingEnd: number | null = null;
  let hidingDepth = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (HIDING.includes(name)) hidingDepth += 1;
    },
    onclosetag: (name) => {
      if (HIDING.includes(name)) hidingDepth -= 1;
      if (name === "h1" && hidingDepth === 0) headingEnd ??= parser.endIndex + 1;
    },
  });
  parser.end(html);
  if (headingEnd === null) return null;
  const [lead = ""] = LEAD.exec(html.slice(headingEnd)) ?? [];
  return headingEnd + lead.length;
}

function styleElement(css: string): string {
  return `<style>${css}</style>`;
}

/** Returns a sheet without the rules for other classes, and without the custom properties that nothing reads. */
function usedRules(css: string, names: ReadonlySet<string>): string {
  const kept = new Set([...names, ...namesReadBy(css)]);
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    targets: TARGETS,
    unusedSymbols: [...classNames(css), ...propertyNames(css)].filter((name) => !kept.has(name)),
  });
  return code.toString();
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
  return new Set([...namesIn(texts.join(" ")), ...styles.flatMap(namesReadBy)]);
}

/** Returns the custom properties that a sheet reads, and its animations. */
function namesReadBy(css: string): string[] {
  return [...readProperties(css), ...animationNames(css)];
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
