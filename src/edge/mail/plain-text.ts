import { Parser } from "htmlparser2";

/** What comes before and after an element in plain text; an element that is not here is its text. */
const BEFORE: Readonly<Record<string, string>> = { li: "- " };
const AFTER: Readonly<Record<string, string>> = {
  ...Object.fromEntries("br hr tr li dt dd".split(" ").map((name) => [name, "\n"])),
  ...Object.fromEntries("p h1 h2 h3 ul ol dl table".split(" ").map((name) => [name, "\n\n"])),
};

/**
 * The text of a mail for readers that show no HTML, each entity as the character that it means. A row of a table
 * becomes a line, `Last Name: Obi`.
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
  return text
    .replace(/ {2,}/g, " ")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
