import { type SeenPage, WORKER } from "./addresses.ts";

/**
 * Registers the service worker and hands it this page, which was loaded without it.
 * Where the browser has none or refuses, nothing is kept.
 */
export async function keepPages(): Promise<void> {
  // On a page that the service worker answered for, it keeps everything by itself.
  if (navigator.serviceWorker?.controller) return;
  try {
    await navigator.serviceWorker.register(WORKER);
    const { active } = await navigator.serviceWorker.ready;
    const seen: SeenPage = {
      page: location.pathname,
      files: performance.getEntriesByType("resource").map(({ name }) => name),
    };
    active?.postMessage(seen);
  } catch {
    // Storage is blocked, or the visit ended: the page itself does not need the worker.
  }
}
