/**
 * Critical CSS: of the styles of a page's components, what its own HTML uses and what its scripts may add to it.
 * A page that carries its styles is drawn after one round trip; a sheet of its own would cost a second one.
 */
import { type Container, parse } from "postcss";

export interface PageCss {
  /** For a `<style>` in the head. */
  readonly critical: string;
  /** What only the HTML after the marker needs, a script, paper, or somebody who points at something; empty without a marker. */
  readonly deferred: string;
}

/** Mark where the parts further down a page begin: styles that only they need must not hold up the first screen. */
export const DEFERRED_STYLES_MARKERS = {
  /** The deferred styles are a file, and what is below is drawn once it has loaded. At most once on a page. */
  file: "<template data-deferred-styles-file></template>",
  /** The deferred styles are in the page, at the first of these. */
  inPage: "<template data-deferred-styles></template>",
};

/** Pages of one kind use the same words, and a thousand of them are one piece of work. */
const known = new Map<string, PageCss>();
const knownNames = new Map<string, ReadonlySet<string>>();
/** By a list of scripts, which is the same one for pages of one kind, and by the names of a sheet. */
const knownScriptWords = new WeakMap<readonly string[], Map<ReadonlySet<string>, ReadonlySet<string>>>();

/**
 * @param sheet the rules of all the page's components
 * @param html the page, complete, with or without markers
 * @param scripts the source of the scripts that change the page: they name classes that the HTML does not have yet
 */
export function criticalCss(sheet: string, html: string, scripts: readonly string[]): PageCss {
  const names = namesIn(sheet);
  const { file, inPage } = DEFERRED_STYLES_MARKERS;
  const parts = html.split(html.includes(file) ? file : inPage);
  const [head = "", ...rest] = parts.map(withoutText);
  const first = usedWords([head], names);
  const all = new Set([...first, ...usedWords(rest, names), ...scriptWords(scripts, names)]);
  const isDivided = rest.length > 0;
  const key = [sheet, ...[...all].sort(), isDivided ? "deferred" : "", ...[...first].sort()].join("\n");
  const css = known.get(key) ?? divide(sheet, all, isDivided ? first : undefined);
  known.set(key, css);
  return css;
}

/** The text between tags names no classes, but for a script's that runs before what is below it is drawn. */
function withoutText(html: string): string {
  return html.replace(/<script>([^<]*)</g, "<script $1><").replace(/>[^<]*</g, "> <");
}

function divide(sheet: string, all: ReadonlySet<string>, first?: ReadonlySet<string>): PageCss {
  const needed = withoutUnusedVariables(
    part(sheet, (selector) => fits(selector, all)),
    all,
  );
  if (!first) return { critical: needed, deferred: "" };
  const isCritical = (selector: string, isPrint: boolean) =>
    !isPrint && !LATER_STATE.test(selector) && fits(selector, first);
  const critical = part(needed, isCritical);
  const isUsed = variableFinder(critical, first);
  const isVariable = (name: string) => name.startsWith("--");
  return {
    critical: declarations(critical, (name) => !isVariable(name) || isUsed(name)),
    deferred: [
      declarations(critical, (name) => isVariable(name) && !isUsed(name)),
      part(needed, (selector, isPrint) => !isCritical(selector, isPrint)),
    ].join(""),
  };
}

/** What nothing is in before the page is drawn. */
const LATER_STATE = /:hover|:disabled|\[aria-(?:busy|disabled)/;

const CONDITION = /^(layer|media|supports|container)$/;

/** The rules with a wanted selector; what has none, as fonts and keyframes, is asked for by an empty one. */
function part(sheet: string, isWanted: (selector: string, isPrint: boolean) => boolean): string {
  const root = parse(sheet);
  const cut = (container: Container, isPrint: boolean) => {
    for (const node of [...(container.nodes ?? [])]) {
      if (node.type === "rule") {
        const selectors = node.selectors.filter((selector) => isWanted(selector, isPrint));
        if (selectors.length > 0) node.selectors = selectors;
        else node.remove();
      } else if (node.type === "atrule" && node.nodes && CONDITION.test(node.name)) {
        cut(node, isPrint || node.params === "print");
        if (node.nodes.length === 0) node.remove();
      } else if (node.type === "comment" || (node.type === "atrule" && !isWanted("", isPrint))) node.remove();
    }
  };
  cut(root, false);
  return root.toString();
}

/** A pseudo-class with what is in its brackets, an attribute: states, and what an element must not have. */
const STATE = /(?<!\\)(?:::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?|\[[^\]]*\])/g;
/** A class as a selector writes it: `.lg\:mt-2`. */
const CLASS = /\.((?:\\.|[\w-])+)/g;

/** Whether all classes and elements that the selector asks for are among the words. */
function fits(selector: string, words: ReadonlySet<string>): boolean {
  const plain = selector.replace(STATE, "");
  const classes = Array.from(plain.matchAll(CLASS), ([, name = ""]) => name.replaceAll("\\", ""));
  const elements = plain.replace(CLASS, "").match(/[\w-]+/g) ?? [];
  return [...classes, ...elements].every((name) => words.has(name));
}

/** The sheet without the variables, and what Tailwind registers of them, that neither it nor the page names. */
function withoutUnusedVariables(sheet: string, words: ReadonlySet<string>): string {
  const isUsed = variableFinder(sheet, words);
  return declarations(sheet, (name) => !name.startsWith("--") || isUsed(name));
}

/** Finds the variables that a sheet or the words of a page name. */
function variableFinder(sheet: string, words: ReadonlySet<string>): (name: string) => boolean {
  const used = new Set(Array.from(sheet.matchAll(/var\((--[\w-]+)/g), ([, name = ""]) => name));
  return (name) => used.has(name) || words.has(name);
}

/** The sheet with the wanted declarations only; a variable's `@property` is one of it. What declares nothing is asked for by "". */
function declarations(sheet: string, isWanted: (name: string) => boolean): string {
  const root = parse(sheet);
  const cut = (container: Container) => {
    for (const node of [...(container.nodes ?? [])]) {
      if (node.type === "decl") {
        if (!isWanted(node.prop)) node.remove();
      } else if (node.type === "atrule" && node.name === "property") {
        if (!isWanted(node.params)) node.remove();
      } else if (node.type !== "comment") {
        if (node.nodes) cut(node);
        if (node.nodes ? node.nodes.length === 0 : !isWanted("")) node.remove();
      }
    }
  };
  cut(root);
  return root.toString();
}

/** All that a word of a page can meet in a sheet. */
function namesIn(sheet: string): ReadonlySet<string> {
  const names = knownNames.get(sheet) ?? new Set(sheet.replaceAll("\\", "").match(/[\w-]+/g));
  knownNames.set(sheet, names);
  return names;
}

/** The used words of scripts: far more text than a page's own, and the same for each page of a kind. */
function scriptWords(scripts: readonly string[], names: ReadonlySet<string>): ReadonlySet<string> {
  const known = knownScriptWords.get(scripts) ?? new Map<ReadonlySet<string>, ReadonlySet<string>>();
  knownScriptWords.set(scripts, known);
  const words = known.get(names) ?? usedWords(scripts, names);
  known.set(names, words);
  return words;
}

/** What may be a class, an element or a variable, in tags and in scripts, as far as the sheet has names for it. */
function usedWords(contents: readonly string[], names: ReadonlySet<string>): Set<string> {
  const words = new Set<string>();
  for (const word of new Set(contents.flatMap((content) => content.match(/[^\s"'`<>=;{}]+/g) ?? []))) {
    const parts = word.match(/[\w-]+/g) ?? [];
    for (const part of parts) if (names.has(part)) words.add(part);
    if (parts.every((part) => names.has(part))) words.add(word);
  }
  return words;
}
