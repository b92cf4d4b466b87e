import { type SeenPage, WORKER } from "~/domain/hosting.ts";

/**
 * Registers the service worker and has it cache this page, which was loaded without it. Where the browser refuses, pages
 * are not cached.
 */
export async function registerServiceWorker(): Promise<void> {
  // A page that the service worker controls is cached already.
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
    // Storage is blocked, or there are no service workers: the page works without.
  }
}
