/**
 * Loads the code that hydrates islands after the visitor's first interaction: until then React and the islands' own code
 * cost nothing. Pages whose form is their purpose load it at once.
 */

import { hideLoadFailed } from "./load-failed.ts";
import { onFirstInteraction } from "./on-first-interaction.ts";

/** Set by the build on pages whose islands are hydrated after the first interaction. */
let { islandRuntime } = document.documentElement.dataset;

let loading: Promise<void> | undefined;

export function loadIslandsAfterFirstInteraction(): void {
  // With something focused, the first interaction was before this script ran.
  if (document.activeElement === document.body) onFirstInteraction(() => void loadIslands());
  else void loadIslands();
}

/** Resolves when islands can hydrate. A failed download dispatches Astro's event, and the next interaction retries it. */
export function loadIslands(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  if (!islandRuntime) return;
  try {
    await import(/* @vite-ignore */ islandRuntime);
    hideLoadFailed();
  } catch {
    loading = undefined;
    // Firefox caches a failed import() for as long as the page is open: the address must differ.
    islandRuntime += "?";
    onFirstInteraction(() => void loadIslands());
    dispatchEvent(new Event("astro:hydration-error"));
  }
}
