/** A character that joins: a visible letter, mark or picture of no script whose letters are never joined. */
const JOINED = String.raw`(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}\p{So}\p{Sk}]`;

/**
 * A visible character with what may stand behind it: a joiner that is followed by another one, or the variation selector
 * that says how it is drawn. Written without lookbehind, which Safari has from 16.4 on.
 */
const VISIBLE = String.raw`${JOINED}(?:\uFE0F?[\u200C\u200D](?=${JOINED})|\p{Variation_Selector})?`;

/** U+FFF9 to U+FFFB annotate a text; Unicode does not count them among what is ignored where it cannot be drawn. */
const INVISIBLE = new RegExp(String.raw`(${VISIBLE})|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`, "gu");

/**
 * A text that is what it looks like: without marks and controls that change its direction, zero-width spaces, tags and
 * fillers, so that no name hides another or turns the words around it.
 *
 * The joiners U+200C and U+200D stay between letters that join, since names in Persian, Urdu, Sinhala or Malayalam are
 * spelled with them, and between the parts of a picture; between Latin, Greek or Cyrillic letters they do nothing but make
 * two names differ that look alike. Right-to-left names need no marks: each letter has its direction.
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, "$1");
}

/**
 * A visible text as one line: a line break in a mail's header makes two headers of one, SQLite ends a text at a zero byte,
 * and half a surrogate pair is no UTF-8.
 */
export function oneLine(text: string): string {
  return visibleText(text.replace(/\p{Surrogate}/gu, "\ufffd"))
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim();
}
