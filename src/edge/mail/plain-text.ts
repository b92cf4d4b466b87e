import { Parser } from "htmlparser2";
import { escapeHtml } from "~/domain/text.ts";
import { visibleText } from "~/domain/visible-text.ts";

/** The texts before and after an element in plain text. An element that is not listed is its text alone. */
const BEFORE: Readonly<Record<string, string>> = { li: "- " };
const AFTER: Readonly<Record<string, string>> = {
  ...Object.fromEntries("br hr tr li dt dd".split(" ").map((name) => [name, "\n"])),
  ...Object.fromEntries("p h1 h2 h3 ul ol dl table".split(" ").map((name) => [name, "\n\n"])),
};

/**
 * Returns the visible words of any HTML, well-formed or not. A row of a table becomes a line, `Last Name: Obi`. Controls are
 * left out, since SQLite ends a text at a zero byte, and half a surrogate pair cannot be stored as UTF-8.
 */
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
  return visibleText(text.toWellFormed().replace(/[^\P{Cc}\n]/gu, ""))
    .replace(/ {2,}/g, " ")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns a text as the HTML of a mail, line by line. */
export function htmlOfText(text: string): string {
  return `<p>${escapeHtml(text).replaceAll("\n", "<br />")}</p>`;
}
