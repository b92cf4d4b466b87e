/**
 * The entry that another one names. The content check refuses a name that leads nowhere, in an editor's words, before
 * anything is built; Astro itself would only log it.
 * @throws Error when there is no such entry
 */
export function requireReference<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  id: string,
): Entry {
  const found = entries.find((entry) => entry.id === id);
  if (!found)
    throw new Error(`An entry names "${id}", which is not in content/. npm run content:check says where.`);
  return found;
}
