import { Parser } from "htmlparser2";
import sanitizeHtml from "sanitize-html";
import { visibleText } from "~/domain/visible-text.ts";

const HARMLESS_TAGS = [
  ..."p br hr h1 h2 h3 strong em ul ol li dl dt dd".split(" "),
  ..."table thead tbody tr th td".split(" "),
];

// The content of these is not text for a reader, so it is removed with them; any other tag leaves its text behind.
const TAGS_DROPPED_WITH_CONTENT =
  "script style textarea option select noscript noembed noframes iframe object embed template svg math title xmp plaintext".split(
    " ",
  );

// Mails of the site are four levels deep. A deeper tag is dropped and its text kept.
const DEEPEST_NESTING = 20;

/** Headings, paragraphs, lists and tables without attributes; well-formed, whatever came in. It may be empty. */
export function reduceHtml(html: string): string {
  const reduced = sanitizeHtml(withoutControls(html), {
    allowedTags: HARMLESS_TAGS,
    allowedAttributes: {},
    nonTextTags: TAGS_DROPPED_WITH_CONTENT,
    nestingLimit: DEEPEST_NESTING,
    parseStyleAttributes: false,
  });
  // After the entities are decoded, since they may spell these characters too.
  return visibleText(withoutControls(reduced)).trim();
}

/** SQLite ends a text at a zero byte, and half a surrogate pair cannot be stored as UTF-8. */
function withoutControls(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n\r]/gu, "");
}

/** The texts before and after an element in plain text. An element that is not listed is its text alone. */
const BEFORE: Readonly<Record<string, string>> = { li: "- " };
const AFTER: Readonly<Record<string, string>> = {
  ...Object.fromEntries("br hr tr li dt dd".split(" ").map((name) => [name, "\n"])),
  ...Object.fromEntries("p h1 h2 h3 ul ol dl table".split(" ").map((name) => [name, "\n\n"])),
};

/** For readers that show no HTML. A row of a table becomes a line, `Last Name: Obi`. */
export function plainText(html: string): string {
  let text = "";
  /** The cell of the row that was closed last. */
  let closedCell = "";
  const parser = new Parser({
    onopentagname: (name) => {
      const isCell = name === "td" || name === "th";
      if (isCell && closedCell) text += closedCell === "th" && name === "td" ? ": " : ", ";
      text += BEFORE[name] ?? "";
    },
    ontext: (piece) => {
      text += piece.replace(/\s+/g, " ");
    },
    onclosetag: (name) => {
      text += AFTER[name] ?? "";
      if (name === "td" || name === "th") closedCell = name;
      else if (name === "tr") closedCell = "";
    },
  });
  parser.end(html);
  return text
    .replace(/ {2,}/g, " ")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
