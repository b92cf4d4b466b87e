import { keysBelow, readStorage, writeStorage } from "./browser-storage.ts";

/** The texts that localStorage did not take, because it is blocked or full. They live as long as the page. */
const memory = new Map<string, string>();

export function readPersisted(key: string): string | null {
  return memory.get(key) ?? readStorage("localStorage", key);
}

/** @param text null removes the key @returns whether it outlives the page */
export function persist(key: string, text: string | null): boolean {
  const isPersisted = writeStorage("localStorage", key, text);
  if (isPersisted || text === null) memory.delete(key);
  else memory.set(key, text);
  return isPersisted;
}

export function persistedKeys(prefix: string): string[] {
  const inMemory = [...memory.keys()].filter((key) => key.startsWith(`${prefix}/`));
  return [...new Set([...keysBelow(prefix), ...inMemory])];
}

/** The retention of what somebody typed: a month. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

interface ListOptions<Entry> {
  /** The prefix of the entries' keys in localStorage. */
  readonly prefix: string;
  /** Converts a stored value, perhaps of an older version of the site, to an entry; null if it is none. */
  readEntry(value: unknown): Entry | null;
  idOf(entry: Entry): string;
  /** ISO 8601, UTC. */
  timeOf(entry: Entry): string;
}

/**
 * A list in localStorage, each entry under a key of its own: a tab may read another tab's writes late, and must not
 * overwrite them.
 */
export function persistedList<Entry>({ prefix, readEntry, idOf, timeOf }: ListOptions<Entry>) {
  return {
    /** Returns all valid entries, oldest first. */
    read: (): Entry[] =>
      persistedKeys(prefix)
        .map((key) => readEntry(parseJson(readPersisted(key))))
        .filter((entry) => entry !== null)
        .sort((one, other) => timeOf(one).localeCompare(timeOf(other))),
    /** Adds an entry, or replaces the one with its id. @returns whether it outlives the page */
    put: (entry: Entry) => persist(`${prefix}/${idOf(entry)}`, JSON.stringify(entry)),
    remove: (id: string) => void persist(`${prefix}/${id}`, null),
  };
}

/** Returns null if a text is not JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
