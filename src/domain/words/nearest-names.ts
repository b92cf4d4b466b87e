import { distance } from "fastest-levenshtein";

/** Up to three names nearest to `value` by edit distance, nearest first. */
export function nearestNames(value: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, edits: distance(value, name) }))
    .sort((a, b) => a.edits - b.edits || a.name.localeCompare(b.name, "en"))
    .slice(0, 3)
    .map(({ name }) => name);
}
