import { type CollectionEntry, getEntry } from "astro:content";
import { collections } from "../schemas/collections.ts";

/** The fields of a collection that is one file. @throws Error naming the file when it is missing */
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
 * The entry that another one names. The content check refuses a name that leads nowhere, in an editor's words, before
 * anything is built; Astro itself would only log it.
 * @throws Error when there is no such entry
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
