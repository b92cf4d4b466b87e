/** Reads the fields of a file, and finds what YAML reads otherwise than its editor means it. */
import {
  type Document,
  isAlias,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
} from "yaml";

/** Something that is wrong in a text, in an editor's words. */
export interface Slip {
  /** Counted from 1, within the text that was read. */
  readonly line: number;
  readonly message: string;
}

/** Bytes that are no UTF-8, control characters, and what a wrong encoding makes of "’" and "é". */
const GARBLED = /(?![\n\t])\p{Cc}|\uFFFD|â€|Ã[\u00A0-\u00BF]/u;

/** The first line of a file that is no text; null where every line is. */
export function garbledLine(source: string): Slip | null {
  const match = GARBLED.exec(source);
  if (!match) return null;
  const message = "There are signs here that nobody wrote. Save the file as UTF-8, and type this line again.";
  return { line: source.slice(0, match.index).split("\n").length, message };
}

/** Parsed fields, and what gives the line of each. */
export interface Fields {
  readonly data: unknown;
  readonly document: Document;
  readonly counter: LineCounter;
}

const QUOTES = "Put quotes around the whole text.";

/** The parser's errors that editors make, by its codes. It has words of its own for the others. */
const WORDS: Readonly<Record<string, string>> = {
  BAD_DQ_ESCAPE: "A \\ within double quotes begins a code. Put single quotes around the text.",
  BAD_INDENT: "This line begins further left or right than its neighbours. Indent it as they are.",
  BAD_SCALAR_START: `A text cannot begin with this sign. ${QUOTES}`,
  BLOCK_AS_IMPLICIT_KEY: `There are two colons, or a line is indented too far. A text with a colon: ${QUOTES}`,
  DUPLICATE_KEY: "This field is there twice. Keep one.",
  MULTILINE_IMPLICIT_KEY: "There is no field's name with a colon and a space behind it: name: AI Advanced.",
  MULTIPLE_DOCS: "A line --- ends the fields here. Remove it.",
  TAB_AS_INDENT: "This line begins with a tab. Indent with spaces.",
};

/** Reads fields; where something is wrong in them returns what. After one that cannot be parsed nothing is sure. */
export function readFields(text: string): Fields | readonly Slip[] {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const slipAt = (offset: number, message: string): Slip => ({ line: counter.linePos(offset).line, message });

  const [error] = document.errors;
  if (error) return [slipAt(error.pos[0], WORDS[error.code] ?? `${error.message}. ${QUOTES}`)];
  const slips: Slip[] = [];
  const note = (message: string | null, node: unknown) => {
    const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
    if (message) slips.push(slipAt(offset, message));
    return message ? visit.SKIP : undefined;
  };
  visit(document, {
    Node: (_, node) => note(misreading(node, text), node),
    Pair: (_, pair) => note(cutNumber(pair), pair.key),
  });
  return slips.length > 0 ? slips : { data: document.toJS(), document, counter };
}

/** Returns how YAML misreads a value, which no editor means; null where it is read as it is written. */
function misreading(node: Node, text: string): string | null {
  if (isAlias(node)) return `A text that begins with * must be in quotes. ${QUOTES}`;
  if ("anchor" in node && node.anchor) return `A text that begins with & must be in quotes. ${QUOTES}`;
  if (node.tag) return `A text that begins with ! must be in quotes. ${QUOTES}`;
  return isScalar(node) && node.type === "PLAIN" ? misreadWithoutQuotes(node, text) : null;
}

function misreadWithoutQuotes({ value, source = "", range }: Scalar, text: string): string | null {
  const isText = typeof value === "string" || value === null;
  if (isText && /^[ \t]*#/.test(text.slice(range?.[1])))
    return `Nothing is read from # on. ${QUOTES} A note has a line of its own.`;
  if (typeof value === "number" && source !== String(value))
    return `${source} would be read as ${value}. Write a whole number in digits alone; what is no number, in quotes.`;
  const [, inner] = /^[“„«‘]([^“”„«»‘’]*)[”“»’]$/.exec(source) ?? [];
  return inner === undefined ? null : `These quotes would be seen. Write straight ones: "${inner}".`;
}

/** "{ naira: 150,000 }" is 150 naira and a field 000. */
function cutNumber({ key, value }: Pair): string | null {
  const isCut = value === null && isScalar(key) && /^\d/.test(String(key.source));
  return isCut ? "A comma ends a number here. Write it without, e.g. 150000." : null;
}
