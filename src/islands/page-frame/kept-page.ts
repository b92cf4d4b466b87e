/**
 * A page may come from what the browser kept of it: by Back, or because a pointer lay on its link some minutes before.
 * The browser then asks nobody whether it is still the same. It must not name a price that is no longer asked.
 */

interface Visit extends PerformanceNavigationTiming {
  /** Where the page came from, in browsers that tell: empty for the network. */
  readonly deliveryType?: string;
}

addEventListener("pageshow", ({ persisted }) => {
  const [visit] = performance.getEntriesByType("navigation") as Visit[];
  const isKept = persisted || visit?.type === "back_forward" || visit?.deliveryType;
  // A copy that the service worker saved says so itself, and cannot be paid by.
  if (isKept && !("saved" in document.documentElement.dataset)) {
    import("../current-prices/load-anew.ts")
      .then((code) => code.loadAnewIfOutdated())
      .catch(() => {
        // Without a network nothing can be paid, either.
      });
  }
});
