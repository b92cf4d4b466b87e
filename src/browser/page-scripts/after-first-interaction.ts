/** What a page loads after the first interaction. As a module it runs once, however often it is imported. */

import { registerServiceWorker } from "~/browser/service-worker/register-service-worker.ts";
import { addPrefetchRules } from "./add-prefetch-rules.ts";

if (import.meta.env.PROD && import.meta.env.PUBLIC_OFFLINE !== "off") void registerServiceWorker();
addPrefetchRules();

if (document.querySelector("[data-cohort]")) {
  import("./cohort-words.ts").catch(() => {
    // The network is gone: the words are those of the day on which the page was built.
  });
}

// A page built last year shows the current year.
for (const year of document.querySelectorAll("[data-year]")) {
  year.textContent = String(new Date().getFullYear());
}
