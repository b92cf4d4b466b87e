/**
 * Fetches the code that wakes islands when the visitor first does something on the page: until then React and the
 * islands' own code cost nobody anything. Pages whose form is their purpose bring that code with them.
 */

import { withdrawLoadFailed } from "./load-failed.ts";

const SIGNS = ["pointermove", "pointerdown", "scroll", "keydown", "focusin"];

/** Calls back once, when the visitor first does something on the page. */
export function onFirstSign(act: () => void): void {
  const waiting = new AbortController();
  const notice = ({ type, movementX, movementY }: Event & Partial<PointerEvent>) => {
    // Browsers also tell of a pointer that only lies where a page came up.
    if (type === "pointermove" && !movementX && !movementY) return;
    waiting.abort();
    act();
  };
  for (const sign of SIGNS) addEventListener(sign, notice, { passive: true, signal: waiting.signal });
}

/** Set by the build on pages with islands that can wait. */
let { islandRuntime } = document.documentElement.dataset;

let waking: Promise<void> | undefined;

/** Fetches the code with the visitor's first sign, or now where they have begun already. */
export function wakeIslandsOnTouch(): void {
  // Somebody may have begun before this script came.
  if (document.activeElement === document.body) onFirstSign(() => void wakeIslands());
  else void wakeIslands();
}

/** Resolves when islands can wake. A download that failed is told as Astro tells it, and tried again with the next sign. */
export function wakeIslands(): Promise<void> {
  waking ??= load();
  return waking;
}

async function load(): Promise<void> {
  if (!islandRuntime) return;
  try {
    await import(/* @vite-ignore */ islandRuntime);
    withdrawLoadFailed();
  } catch {
    waking = undefined;
    // Firefox would refuse the same address for as long as the page is open.
    islandRuntime += "?";
    onFirstSign(() => void wakeIslands());
    dispatchEvent(new Event("astro:hydration-error"));
  }
}
