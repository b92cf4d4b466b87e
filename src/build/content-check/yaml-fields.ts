/** Reads the fields of a file, and finds values that YAML reads otherwise than the editor means. */
import { type Document, isAlias, isNode, isScalar, LineCounter, type Node, parseDocument, visit } from "yaml";

/** A mistake in a text, described for an editor. */
export interface Slip {
  readonly line: number;
  readonly message: string;
}

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

export interface Fields {
  readonly data: unknown;
  readonly document: Document;
  readonly counter: LineCounter;
}

const QUOTES = "Put quotes around the whole text.";

/** Returns the parsed fields, or their mistakes. After the first syntax error the rest is not checked. */
export function readFields(text: string): Fields | readonly Slip[] {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const slipAt = (offset: number, message: string): Slip => ({ line: counter.linePos(offset).line, message });
  const [error] = document.errors;
  if (error) {
    const advice = `A text with a colon, or with a sign at its start, needs quotes. ${QUOTES}`;
    return [slipAt(error.pos[0], `${error.message}. ${advice}`)];
  }
  const slips: Slip[] = [];
  visit(document, {
    Node: (_, node) => {
      const message = isNode(node) ? misreading(node, text) : null;
      if (message) slips.push(slipAt(node.range?.[0] ?? 0, message));
      return message ? visit.SKIP : undefined;
    },
  });
  return slips.length > 0 ? slips : { data: document.toJS(), document, counter };
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
