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
