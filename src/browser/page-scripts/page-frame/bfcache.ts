/**
 * Reloads stale prices on a page that came from the bfcache, the HTTP cache or a prefetch: the browser does not revalidate
 * such a page, and it must not show a price that has changed.
 */

interface Navigation extends PerformanceNavigationTiming {
  /** Empty for the network; e.g. "cache" or "navigational-prefetch". Not in every browser. */
  readonly deliveryType?: string;
}

addEventListener("pageshow", ({ persisted }) => {
  const [navigation] = performance.getEntriesByType("navigation") as Navigation[];
  const isCached = persisted || navigation?.type === "back_forward" || navigation?.deliveryType;
  // The service worker's saved copy says so itself, and does not take payments.
  if (isCached && !("saved" in document.documentElement.dataset)) {
    import("../reload-stale-prices.ts")
      .then((code) => code.reloadIfPricesChanged())
      .catch(() => {
        // Without a network nothing can be paid, either.
      });
  }
});
