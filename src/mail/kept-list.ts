import { keep, readKept } from "~/stores/browser-storage.ts";

/** What somebody typed must not lie in a browser for ever: after a month it is forgotten. */
export const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** A list that is kept in this browser. Where storage is blocked or full, it lives as long as the page. */
export interface KeptList<Entry> {
  /** All entries, in the order in which they were stored; anything unreadable counts as none. */
  read(): Entry[];
  /** @returns whether the browser keeps the list when the page is left. */
  store(entries: readonly Entry[]): boolean;
}

/** @param key name in the browser's storage; it is removed when the list is empty. */
export function keptList<Entry>(key: string, isEntry: (value: unknown) => value is Entry): KeptList<Entry> {
  let memory: string | null = null;

  return {
    read() {
      try {
        const entries: unknown = JSON.parse(memory ?? readKept("localStorage", key) ?? "[]");
        return Array.isArray(entries) ? entries.filter(isEntry) : [];
      } catch {
        return [];
      }
    },
    store(entries) {
      const text = entries.length > 0 ? JSON.stringify(entries) : null;
      const isKept = keep("localStorage", key, text);
      memory = isKept ? null : text;
      return isKept;
    },
  };
}
