/** A sentence's words as they stand inside another: "Due on Jan 5, 2027" becomes "due on Jan 5, 2027". */
export function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
