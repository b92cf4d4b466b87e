/** Browser storage that never throws. It can be blocked or full, and then nothing is stored. */

/** Prefix of the outbox's entries. The page frame looks for them as well. */
export const OUTBOX_KEY = "outbox";
/** Prefix of what this browser has seen of payments that it started. */
export const LOCAL_PAYMENTS_KEY = "payments-started";
/** The key of the typed registration, which is stored for this tab. */
export const REGISTRATION_DRAFT_KEY = "registration-draft";

type Area = "localStorage" | "sessionStorage";

/** Returns the text stored under a key; null if there is none. */
export function readStorage(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** Returns the keys of localStorage below a prefix: "outbox/REG-1" below "outbox". */
export function keysBelow(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}/`));
  } catch {
    return [];
  }
}

/**
 * Stores a text under a key.
 * @param text null removes the key
 * @returns whether the browser did so
 */
export function writeStorage(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
