/** What of a text that comes from outside is kept. */

/** How many details of a registration are kept, and how many characters of each; the form makes 16 short ones. */
export const MAX_DETAILS = 40;
export const MAX_VALUE_LENGTH = 500;

/** One line of text that can be stored: SQLite ends a text at a zero byte, and half a surrogate pair is no UTF-8. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}
