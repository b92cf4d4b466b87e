import { atom, type WritableAtom } from "nanostores";
import { readStorage, writeStorage } from "./browser-storage.ts";

/**
 * Returns an atom whose value is stored in localStorage, for the next page and other tabs. If storage is
 * blocked or full, the value lives as long as the page.
 *
 * @nanostores/persistent throws if storage is full, and costs each page a kilobyte more.
 */
export function persistedAtom<T>(
  key: string,
  {
    initial,
    encode,
    decode,
  }: {
    /** The value while nothing is stored. */
    initial: T;
    /** The text to store; null removes the key. */
    encode(value: T): string | null;
    decode(stored: string): T;
  },
): WritableAtom<T> {
  const store = atom(initial);
  const load = (stored: string | null) => store.set(stored === null ? initial : decode(stored));
  load(readStorage("localStorage", key));
  store.listen((value) => writeStorage("localStorage", key, encode(value)));
  globalThis.addEventListener?.("storage", (event) => {
    if (event.key === key) load(event.newValue);
    else if (event.key === null) load(null);
  });
  // A page restored from the bfcache has missed the storage events of other pages.
  globalThis.addEventListener?.("pageshow", (event) => {
    if (event.persisted) load(readStorage("localStorage", key));
  });
  return store;
}
