import { distance } from "fastest-levenshtein";

/** Up to three names that may have been meant by `value`, the likest first. */
export function nearestNames(value: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, slips: distance(value, name) }))
    .sort((a, b) => a.slips - b.slips || a.name.localeCompare(b.name, "en"))
    .slice(0, 3)
    .map(({ name }) => name);
}
