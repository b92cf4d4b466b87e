import { type Document, LineCounter, parseDocument, visit } from "yaml";

/** Parsed fields, and what gives the line of each. */
export interface Fields {
  readonly data: unknown;
  readonly document: Document;
  readonly counter: LineCounter;
}

/** Why fields cannot be read, in the parser's words. */
export interface Unreadable {
  /** Counted from 1, within the text that was read. */
  readonly line: number;
  readonly message: string;
}

/** Reads fields; says the first thing that is wrong where they cannot be read. */
export function readFields(text: string): Fields | Unreadable {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const [error] = document.errors;
  if (error) return { line: counter.linePos(error.pos[0]).line, message: error.message };
  const alias = unknownAlias(document);
  if (alias === null) return { data: document.toJS(), document, counter };
  return { line: counter.linePos(alias).line, message: "A text that begins with * must be in quotes" };
}

/** Where a text begins with a star: the parser takes it for a reference, and only notices when it makes values. */
function unknownAlias(document: Document): number | null {
  let found: number | null = null;
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return undefined;
      found = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return found;
}
