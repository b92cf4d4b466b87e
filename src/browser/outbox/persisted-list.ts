import { keysBelow, readStorage, writeStorage } from "~/browser/stores/browser-storage.ts";

/** Retention: what somebody typed is deleted after a month. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * A list in localStorage, each entry under a key of its own: a tab may read another tab's writes late, and must not
 * overwrite them. Where storage is blocked or full, an entry lives as long as the page.
 */
export interface PersistedList<Entry> {
  /** All entries, oldest first; invalid ones are left out. */
  read(): Entry[];
  /** Adds an entry, or replaces the one with its id. @returns whether it outlives the page */
  put(entry: Entry): boolean;
  remove(id: string): void;
}

interface ListOptions<Entry> {
  /** Of the entries' keys in localStorage. */
  readonly prefix: string;
  isEntry(value: unknown): value is Entry;
  idOf(entry: Entry): string;
  /** ISO 8601, UTC. */
  timeOf(entry: Entry): string;
}

export function persistedList<Entry>({
  prefix,
  isEntry,
  idOf,
  timeOf,
}: ListOptions<Entry>): PersistedList<Entry> {
  const memory = new Map<string, Entry>();
  const keyOf = (id: string) => `${prefix}/${id}`;

  return {
    read() {
      const stored = keysBelow(prefix)
        .map((name) => parse(readStorage("localStorage", name)))
        .filter(isEntry);
      const byId = new Map([...stored, ...memory.values()].map((entry) => [idOf(entry), entry]));
      return [...byId.values()].sort((one, other) => timeOf(one).localeCompare(timeOf(other)));
    },
    put(entry) {
      const id = idOf(entry);
      const isPersisted = writeStorage("localStorage", keyOf(id), JSON.stringify(entry));
      if (isPersisted) memory.delete(id);
      else memory.set(id, entry);
      return isPersisted;
    },
    remove(id) {
      memory.delete(id);
      writeStorage("localStorage", keyOf(id), null);
    },
  };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
