import { setPersistentEngine, windowPersistentEvents } from "@nanostores/persistent";

/**
 * Lets the stores go on when the browser's storage is full: what cannot be kept is still true on this page. (Where
 * storage is blocked altogether, the library itself falls back to memory.)
 */
export function keepStoresAlive(): void {
  let storage: Storage;
  try {
    storage = localStorage;
  } catch {
    return;
  }
  setPersistentEngine(
    new Proxy(storage as unknown as Record<string, string>, {
      get: (_, key) => storage.getItem(String(key)) ?? undefined,
      has: (_, key) => storage.getItem(String(key)) !== null,
      set: (_, key, value) => {
        try {
          storage.setItem(String(key), value);
        } catch {
          // Full: the store in memory holds the value.
        }
        return true;
      },
      deleteProperty: (_, key) => {
        storage.removeItem(String(key));
        return true;
      },
    }),
    windowPersistentEvents,
  );
}

if (typeof window !== "undefined") keepStoresAlive();
