/** What this browser keeps for the site. Storage can be blocked or full: then nothing is kept, and nothing breaks. */

/** Where the outbox keeps payments, and forms the mails that wait for a network: the page frame asks, too. */
export const OUTBOX_KEY = "outbox";
export const WAITING_MAILS_KEY = "waiting-mails";

type Area = "localStorage" | "sessionStorage";

/** What is kept under a key; null where nothing is. */
export function readKept(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keeps a text under a key.
 * @param text null removes what is kept
 * @returns whether the browser did so.
 */
export function keep(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
