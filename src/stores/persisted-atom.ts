import { atom, type WritableAtom } from "nanostores";
import { keep, readKept } from "./browser-storage.ts";

/**
 * An atom whose value lies in localStorage, so that the next page and other tabs have it. Where storage is blocked or
 * full, the atom holds the value for this page.
 *
 * The library's own persistent atom throws in a full storage, and costs each page a kilobyte more.
 */
export function persistedAtom<T>(
  key: string,
  {
    initial,
    encode,
    decode,
  }: {
    /** The value where nothing is saved. */
    initial: T;
    /** What is saved of a value; null removes what is there. */
    encode(value: T): string | null;
    decode(saved: string): T;
  },
): WritableAtom<T> {
  const store = atom(initial);
  const take = (saved: string | null) => store.set(saved === null ? initial : decode(saved));
  take(readKept("localStorage", key));
  store.listen((value) => keep("localStorage", key, encode(value)));
  globalThis.addEventListener?.("storage", (event) => {
    if (event.key === key) take(event.newValue);
    else if (event.key === null) take(null);
  });
  // A page that comes back from the browser's memory was asleep while other pages wrote.
  globalThis.addEventListener?.("pageshow", (event) => {
    if (event.persisted) take(readKept("localStorage", key));
  });
  return store;
}
