/**
 * Fetches the code that wakes islands when the visitor first does something on the page: until then React and the
 * islands' own code cost nobody anything. Pages whose form is their purpose bring that code with them.
 */

/** What a visitor first does on a page. */
export const FIRST_SIGNS = [
  "pointermove",
  "pointerdown",
  "touchstart",
  "scroll",
  "keydown",
  "focusin",
] as const;

/** Set by the build on pages with islands that can wait. */
const { islandRuntime } = document.documentElement.dataset;

let waking: Promise<void> | undefined;

export function wakeIslandsOnTouch(): void {
  for (const sign of FIRST_SIGNS) addEventListener(sign, wakeIslands, { once: true, passive: true });
  // Somebody may have begun before this script came.
  if (document.activeElement !== document.body) void wakeIslands();
}

/** Resolves when islands can wake. A download that failed is told as Astro tells it, and tried again with the next call. */
export function wakeIslands(): Promise<void> {
  waking ??= load();
  return waking;
}

async function load(): Promise<void> {
  if (!islandRuntime) return;
  try {
    await import(/* @vite-ignore */ islandRuntime);
  } catch {
    waking = undefined;
    dispatchEvent(new Event("astro:hydration-error"));
  }
}
