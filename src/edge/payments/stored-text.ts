/** What is stored of a text from outside. */
import { visibleText } from "~/domain/visible-text.ts";

/** How many characters are stored of a value in a payment's record. */
export const MAX_VALUE_LENGTH = 500;

/** One line of text that can be stored: SQLite ends a text at a zero byte, and half a surrogate pair is no UTF-8. */
export function oneLine(text: string): string {
  return visibleText(text.toWellFormed())
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}
