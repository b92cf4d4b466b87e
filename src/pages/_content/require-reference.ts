import { nearestNames } from "~/domain/words/nearest-names.ts";

/** Where a reference stands, for the editor who has to mend it. */
export interface ReferencePlace {
  /** E.g. "content/levels/advanced.yaml". */
  readonly file: string;
  readonly field: string;
  /** Where the names come from, e.g. "content/courses". */
  readonly folder: string;
}

/**
 * The entry that a field names. The content engine only logs a reference that leads nowhere; this stops the build.
 * @throws Error naming the file, the field, the value and the names that come nearest.
 */
export function requireReference<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  value: string,
  { file, field, folder }: ReferencePlace,
): Entry {
  const found = entries.find((entry) => entry.id === value);
  if (found) return found;
  const near = nearestNames(
    value,
    entries.map(({ id }) => id),
  );
  const advice = near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "There is no entry at all.";
  throw new Error(`${file}: ${field} is "${value}", but ${folder} has no such file. ${advice}`);
}
