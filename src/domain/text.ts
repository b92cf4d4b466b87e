const ENTITY: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes user input for HTML text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITY[character] ?? character);
}

/** Blanks and invisible characters. Unicode counts a Braille cell without dots as a symbol, so it is named. */
const BLANK = /^[\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\uFFF9-\uFFFB\u2800]*$/u;

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/**
 * Returns the visible characters of a pasted text, without marks of direction and with plain dashes and
 * spaces.
 */
export function plainPaste(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[\p{Z}\p{Cc}]+/gu, " ")
    .trim();
}

/** Returns a count with its noun, "1 week" or "13 weeks", for nouns whose plural takes an s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const DATE = /\b[A-Z][a-z]{2} \d{1,2}, \d{4}/;
const COUNT = /\d (?:day|week|month|NGN|USD)|payment \d+ of \d/;
const KEPT_TOGETHER = new RegExp(`${DATE.source}|${COUNT.source}`, "g");

/** Returns a sentence whose dates, terms and amounts are not broken across lines. */
export function unbroken(text: string): string {
  return text.replace(KEPT_TOGETHER, (part) => part.replaceAll(" ", "\u00a0"));
}

/** Returns a sentence to use inside another: "Due on Jan 5, 2027" becomes "due on Jan 5, 2027". */
export function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Returns the initials of a name's first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((end) => [...(end ?? "")][0]?.toUpperCase() ?? "").join("");
}

/** Returns a text field of a JSON answer; `null` if it has none by that name. */
export function textIn(body: unknown, name: string): string | null {
  const value = (body as Record<string, unknown> | null)?.[name];
  return typeof value === "string" && value !== "" ? value : null;
}
