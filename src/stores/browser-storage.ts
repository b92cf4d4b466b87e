/** What this browser keeps for the site. Storage can be blocked or full: then nothing is kept, and nothing breaks. */

type Area = "localStorage" | "sessionStorage";

/** @returns null where nothing is kept. */
export function readKept(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/**
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
