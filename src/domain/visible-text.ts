/** A visible character that may join the next one. Latin, Greek and Cyrillic letters never do. */
const JOINED = String.raw`(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}\p{So}\p{Sk}]`;

/**
 * A visible character and what may follow it: a joiner before another such character, or the variation
 * selector that says how it is drawn. Written without lookbehind, which Safari has from 16.4 on.
 */
const VISIBLE = String.raw`${JOINED}(?:\uFE0F?[\u200C\u200D](?=${JOINED})|\p{Variation_Selector})?`;

/** U+FFF9 to U+FFFB annotate a text, but Unicode does not count them as ignorable. */
const INVISIBLE = new RegExp(String.raw`(${VISIBLE})|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`, "gu");

/**
 * Returns a text without invisible characters: marks of direction, zero-width spaces, tags and fillers. A
 * name can then neither hide another nor reorder the words around it.
 *
 * The joiners U+200C and U+200D stay between letters that join, because names in Persian, Urdu, Sinhala or
 * Malayalam are spelled with them, and between the parts of a picture. Between Latin, Greek or Cyrillic
 * letters they only make names differ that look alike. Right-to-left names need no marks: each letter has
 * its direction.
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, "$1");
}

/**
 * Returns a visible text as one line. A line break would split a mail's header in two, SQLite ends a text
 * at a zero byte, and half a surrogate pair is no valid UTF-8.
 */
export function oneLine(text: string): string {
  return visibleText(text.replace(/\p{Surrogate}/gu, "\ufffd"))
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim();
}
