/**
 * The part of the site's style sheet that one page needs: what its own HTML uses, and what its islands may add to it.
 * A page that carries its styles is drawn after one round trip; a sheet of its own would cost a second one.
 */
import { type AnyNode, type AtRule, type Container, parse, type Root } from "postcss";
import { PurgeCSS } from "purgecss";

export interface PageStyles {
  /** For a `<style>` in the head. */
  readonly first: string;
  /** What only the HTML after the marker needs; empty when everything is in `first`. */
  readonly late: string;
}

/** Stands in a page before the parts that are far down: what only they need need not hold up the first screen. */
export const LATE_STYLES_MARKER = "<template data-late-styles></template>";

/**
 * @param html the page, complete, with or without {@link LATE_STYLES_MARKER}
 * @param scripts the source of the scripts that change the page: they name classes that the HTML does not have yet
 */
export async function pageStyles(
  sheet: string,
  html: string,
  scripts: readonly string[],
): Promise<PageStyles> {
  const needed = await purge(sheet, html, scripts);
  const marker = html.indexOf(LATE_STYLES_MARKER);
  if (marker < 0) return { first: needed, late: "" };

  const first = withoutPrint(await purge(needed, html.slice(0, marker), [], { keepVariables: true }));
  return { first, late: without(needed, first) };
}

/** Paper can wait. */
function withoutPrint(sheet: string): string {
  const root = parse(sheet);
  root.walkAtRules((rule) => {
    if (rule.nodes && /^(layer|media)$/.test(rule.name) && rule.params === "print") rule.remove();
  });
  return root.toString();
}

/** What is known of a style sheet. Pages of one kind use the same words, and a thousand of them are one piece of work. */
interface KnownSheet {
  /** All that a word of a page can meet in it. */
  readonly names: ReadonlySet<string>;
  /** Words in use, by the script that names them. */
  readonly ofScripts: Map<string, ReadonlySet<string>>;
  /** Its part that is left, by the words in use. */
  readonly purged: Map<string, Promise<string>>;
}

const sheets = new Map<string, KnownSheet>();

function knownSheet(sheet: string): KnownSheet {
  const known = sheets.get(sheet) ?? {
    names: new Set(sheet.replaceAll("\\", "").match(/[\w-]+/g)),
    ofScripts: new Map(),
    purged: new Map(),
  };
  sheets.set(sheet, known);
  return known;
}

function purge(
  sheet: string,
  html: string,
  scripts: readonly string[] = [],
  { keepVariables = false } = {},
): Promise<string> {
  const { names, ofScripts, purged } = knownSheet(sheet);
  const words = usedWords(html, names);
  for (const script of scripts) {
    const ofScript = ofScripts.get(script) ?? usedWords(script, names);
    ofScripts.set(script, ofScript);
    for (const word of ofScript) words.add(word);
  }
  const used = [...words].sort();
  const key = JSON.stringify([keepVariables, used]);
  const result = purged.get(key) ?? purgeByWords(sheet, used, keepVariables);
  purged.set(key, result);
  return result;
}

/** The words of a page or a script that all parts of are in the sheet. */
function usedWords(content: string, names: ReadonlySet<string>): Set<string> {
  const words = new Set([...wordsIn(content), ...(content.match(/--[\w-]+/g) ?? [])]);
  for (const word of words) {
    if (!word.match(/[\w-]+/g)?.every((name) => names.has(name))) words.delete(word);
  }
  return words;
}

async function purgeByWords(sheet: string, words: string[], keepVariables: boolean): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    css: [{ raw: sheet }],
    content: [{ raw: words.join(" "), extension: "html" }],
    defaultExtractor: (text) => text.split(" "),
    variables: !keepVariables,
    keyframes: true,
    safelist: {
      // What is about any element in a state (:focus-visible) has no word to be found by.
      standard: [/^:/],
      variables: words.filter((word) => word.startsWith("--")),
    },
    // Scripts set attributes by other names than the style sheet's (dataset.currency), so each counts as present.
    dynamicAttributes: sheet.match(/(?<=\[)[\w-]+/g) ?? [],
  });
  if (!result) throw new Error("No styles came back for a page.");
  return result.css;
}

/** Anything in tags and in scripts that may be a class or an element. The text between tags is none of it. */
function wordsIn(content: string): string[] {
  const code = content.startsWith("<") ? content.replace(/>[^<]*</g, "> <") : content;
  const words = new Set(code.match(/[^\s"'`<>=;{}]+/g));
  return [...words].flatMap((word) => [word, ...(word.match(/[\w-]+/g) ?? [])]);
}

/** The rules of `sheet` that do not stand in `other` under the same conditions; of a list of selectors, those that are missing. */
function without(sheet: string, other: string): string {
  const known = new Map<string, Set<string>>();
  parse(other).walk((node) => {
    if (!isLeaf(node)) return;
    const selectors = known.get(keyOf(node)) ?? new Set();
    for (const selector of selectorsOf(node)) selectors.add(selector);
    known.set(keyOf(node), selectors);
  });
  const rest: Root = parse(sheet);
  rest.walk((node) => {
    const selectors = isLeaf(node) && known.get(keyOf(node));
    if (!selectors) return;
    const missing = selectorsOf(node).filter((selector) => !selectors.has(selector));
    if (missing.length === 0) removeWithEmptyParents(node);
    else if (node.type === "rule") node.selectors = missing;
  });
  return rest.toString();
}

/** A rule, or a statement such as `@layer a, b;`: what is kept or dropped as a whole. */
function isLeaf(node: AnyNode): boolean {
  if (node.type === "rule")
    return node.parent?.type !== "atrule" || !/keyframes$/.test((node.parent as AtRule).name);
  return node.type === "atrule" && (!node.nodes || /^(font-face|keyframes|property)$/.test(node.name));
}

function selectorsOf(node: AnyNode): string[] {
  return node.type === "rule" ? node.selectors : [""];
}

/** What a rule says and when, without whom it is about. */
function keyOf(node: AnyNode): string {
  const parts = [node.type === "rule" ? node.nodes.join(";") : node.toString()];
  for (let parent = node.parent; parent && parent.type !== "root"; parent = parent.parent) {
    const { name, params } = parent as AtRule;
    parts.push(`@${name} ${params}`);
  }
  return parts.join("\n");
}

function removeWithEmptyParents(node: AnyNode): void {
  let parent = node.parent as Container | undefined;
  node.remove();
  while (parent && parent.type !== "root" && parent.nodes?.length === 0) {
    const empty = parent;
    parent = empty.parent as Container | undefined;
    empty.remove();
  }
}
