import { type CollectionEntry, getEntry } from "astro:content";
import { collections } from "../schemas/collections.ts";

/** Returns the fields of a collection that is one file. @throws Error naming the file if it is missing */
export async function requireSingle<Name extends keyof typeof collections>(
  name: Name,
): Promise<CollectionEntry<Name>["data"]> {
  const { folder, ending, names: [file = ""] = [] } = collections[name];
  const entry = (await getEntry(name, file)) as CollectionEntry<Name> | undefined;
  if (entry) return entry.data;
  throw new Error(
    `content/${folder && `${folder}/`}${file}.${ending} is missing: it must exist and pass its checks.`,
  );
}

/**
 * Returns the entry that another entry names. The content check reports a missing one to editors before the
 * build; Astro itself would only log it.
 * @throws Error if there is no such entry
 */
export function requireReference<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  id: string,
): Entry {
  const entry = entries.find((entry) => entry.id === id);
  if (!entry)
    throw new Error(`An entry names "${id}", which is not in content/. npm run content:check says where.`);
  return entry;
}
