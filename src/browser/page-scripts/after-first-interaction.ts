/**
 * The code that a page loads after the first interaction. As a module it runs once, however often it is
 * imported.
 */

import type { SeenPage } from "~/browser/service-worker/saved-copy.ts";
import { PREFETCH_RULES, WORKER } from "~/domain/hosting.ts";

if (import.meta.env.PROD && import.meta.env.PUBLIC_OFFLINE !== "off") void registerServiceWorker();
addPrefetchRules();

if (document.querySelector("[data-cohort]")) {
  import("./cohort-words.ts").catch(() => {
    // Without a network the page keeps the words of its build.
  });
}

// A page built last year shows the current year.
for (const year of document.querySelectorAll("[data-year]")) {
  year.textContent = String(new Date().getFullYear());
}

/** Has the browser prefetch a link's page, unless the visitor has data saver on. */
function addPrefetchRules(): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData: boolean } };
  if (connection?.saveData) return;
  const rules = document.createElement("script");
  rules.type = "speculationrules";
  rules.text = PREFETCH_RULES;
  document.head.append(rules);
}

/** Registers the service worker and has it cache this page, which was loaded without it. */
async function registerServiceWorker(): Promise<void> {
  // A page that the service worker controls is cached already.
  if (navigator.serviceWorker?.controller) return;
  try {
    await navigator.serviceWorker.register(WORKER);
    const { active } = await navigator.serviceWorker.ready;
    // Files that were being loaded when the worker took over are reported as they arrive.
    const observer = new PerformanceObserver((list) => {
      const files = list.getEntriesByType("resource").filter(isLoadedWithoutWorker);
      const seen: SeenPage = { page: location.pathname, files: files.map(({ name }) => name) };
      if (files.length > 0) active?.postMessage(seen);
    });
    observer.observe({ type: "resource", buffered: true });
  } catch {
    // Storage is blocked, or the browser has no service workers. The page works without.
  }
}

function isLoadedWithoutWorker(entry: PerformanceEntry): boolean {
  return (entry as PerformanceResourceTiming).workerStart === 0;
}
