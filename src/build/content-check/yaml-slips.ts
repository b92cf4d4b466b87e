import {
  type Document,
  isCollection,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from "yaml";

/** Parsed fields, and what gives the line of each. */
export interface Fields {
  readonly data: unknown;
  readonly document: Document;
  readonly counter: LineCounter;
}

export interface YamlSlip {
  /** Counted from 1, within the text that was read. */
  readonly line: number;
  readonly message: string;
}

const UNEVEN =
  "The lines here do not begin in the same place: one has too many or too few spaces before it. Line it up with its neighbours.";
const UNCLOSED = "A quotation mark or a bracket is opened here, but not closed.";
const NO_COLON =
  "A field is written as its name, a colon and a space: order: 2. Here one of them is missing, or a text goes on without quotes.";

/** Messages for editors in place of the parser's own, which are written for programmers. */
const WORDS: Partial<Record<YAMLError["code"], string>> = {
  DUPLICATE_KEY: "This field stands twice in the same place. Keep one of the two.",
  TAB_AS_INDENT: "There is a tab at the beginning of the line. Use spaces.",
  BAD_INDENT: UNEVEN,
  MULTILINE_IMPLICIT_KEY: NO_COLON,
  MISSING_CHAR: NO_COLON,
  BLOCK_AS_IMPLICIT_KEY: 'A text that has a colon and a space in it must stand between "quotes".',
};

const OTHER =
  'This line cannot be understood. A text that begins with a sign, such as [ { " * & ! % @ or `, must stand between "quotes" as a whole.';

/** Reads fields; says the first thing that is wrong where they cannot be read. */
export function readFields(text: string): Fields | YamlSlip {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const [slip] = document.errors;
  const slipAt = (offset: number, message: string) => ({ line: counter.linePos(offset).line, message });

  if (slip) {
    const { code, pos, message } = slip;
    if (/closing|end with a [}\]]/.test(message)) return slipAt(openingBefore(document, pos[0]), UNCLOSED);
    const runsOn = document.errors.find((error) => error.code === "MULTILINE_IMPLICIT_KEY");
    if (code === "BLOCK_AS_IMPLICIT_KEY" && runsOn) return slipAt(runsOn.pos[0], UNEVEN);
    return slipAt(pos[0], WORDS[code] ?? OTHER);
  }
  const alias = unknownAlias(document);
  return alias === null ? { data: document.toJS(), document, counter } : slipAt(alias, OTHER);
}

/** The place of the quotation mark or bracket that is still open at `offset`. */
function openingBefore(document: Document, offset: number): number {
  let opening = offset;
  visit(document, (_, node) => {
    const opens =
      (isScalar(node) && node.type?.startsWith("QUOTE")) || (isCollection(node) && node.flow === true);
    if (opens && node.range && node.range[0] < offset && node.range[1] >= offset) opening = node.range[0];
  });
  return opening;
}

/** Where a text begins with a star, which the reader takes for a reference to another field. */
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
