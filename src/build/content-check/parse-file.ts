/** Parses the fields and the text of a content file, and finds what would be read otherwise than the editor means. */
import { mdxToMdast } from "satteri";
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml";
import type { Slip } from "~/content/content-files.ts";
import type { TextNode } from "~/content/mails/mail-text-reader.ts";

/** Invalid UTF-8, control characters, and the characters that a wrong encoding makes of "’" and "é". */
const GARBLED = /(?![\n\t])\p{Cc}|\uFFFD|â€|Ã[\u00A0-\u00BF]/u;

/** Returns the first garbled line; `null` if there is none. */
export function garbledLine(source: string): Slip | null {
  const match = GARBLED.exec(source);
  if (!match) return null;
  const message =
    "This line has characters that nobody typed. Save the file as UTF-8, and type the line again.";
  return { line: source.slice(0, match.index).split("\n").length, message };
}

/** The names and list positions that lead to a field: ["plans", 0, "naira"]. */
export type FieldPath = readonly PropertyKey[];

export interface Fields {
  readonly data: unknown;
  /** Returns the line of a field or, if it is missing, of its block. */
  lineOf(path: FieldPath): number;
}

const QUOTES = "Put quotes around the whole text.";

/**
 * Returns the parsed fields, or their mistakes. Nothing after a syntax error is checked.
 * @param firstLine the line of the file on which the fields begin
 */
export function parseFields(text: string, firstLine = 1): Fields | readonly Slip[] {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => counter.linePos(offset).line + firstLine - 1;
  const [error] = document.errors;
  if (error) {
    const advice = `A text with a colon, or with a sign at its start, needs quotes. ${QUOTES}`;
    return [{ line: lineAt(error.pos[0]), message: `${error.message}. ${advice}` }];
  }
  const slips: Slip[] = [];
  visit(document, {
    Node: (_, node) => {
      const message = isNode(node) ? misreading(node, text) : null;
      if (message) slips.push({ line: lineAt(node.range?.[0] ?? 0), message });
      return message ? visit.SKIP : undefined;
    },
  });
  if (slips.length > 0) return slips;
  return { data: document.toJS(), lineOf: (path) => lineAt(offsetOf(path, document.contents)) };
}

/** Returns how YAML misreads a value; `null` if it is read as written. */
function misreading(node: Node, text: string): string | null {
  if (isAlias(node) || node.tag || ("anchor" in node && node.anchor))
    return `A text that begins with !, & or * would vanish. ${QUOTES}`;
  if (!isScalar(node) || node.type !== "PLAIN") return null;
  const { value, source = "", range } = node;
  if (typeof value !== "number" && /^[ \t]*#/.test(text.slice(range?.[1])))
    return `Nothing is read from # on. ${QUOTES} A note has a line of its own.`;
  if (typeof value === "number" && source !== String(value))
    return `${source} would be read as ${value}. Write a whole number in digits alone; what is no number, in quotes.`;
  return null;
}

/** Returns the position of a field, or of the last part of its path that exists. */
function offsetOf(path: FieldPath, root: Node | null): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const step of path) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : null;
    const start = isSeq(node) ? node.items[Number(step)] : pair?.key;
    if (!isNode(start)) break;
    offset = start.range?.[0] ?? offset;
    node = pair ? pair.value : start;
  }
  return offset;
}

/** A node of a parsed text, and its line in the file. */
export interface ProsePart {
  readonly node: TextNode;
  readonly line: number;
}

/**
 * Returns all parts of a text, or its syntax error. The parser is the one that builds the site.
 * @param firstLine the line of the file on which the text begins
 */
export function parseProse(text: string, firstLine: number): ProsePart[] | Slip {
  try {
    return partsOf(mdxToMdast(text) as TextNode, firstLine - 1);
  } catch (error) {
    const [, line = "1", words = ""] = /^(\d+):\d+: (.*)$/s.exec((error as Error).message) ?? [];
    const message = `Leave a space after <, and write without { and }: they are program code. ${words}`;
    return { line: Number(line) + firstLine - 1, message };
  }
}

function partsOf(node: TextNode, linesAbove: number): ProsePart[] {
  const { position, children = [] } = node;
  const line = (position?.start.line ?? 1) + linesAbove;
  return [{ node, line }, ...children.flatMap((child) => partsOf(child, linesAbove))];
}
