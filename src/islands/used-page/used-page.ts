/** What a page does once somebody uses it, and once only, however often it is asked for. */

import { keepPages } from "~/offline/keep-pages.ts";
import { fetchNextPages } from "./fetch-next-pages.ts";

if (import.meta.env.PROD && import.meta.env.PUBLIC_OFFLINE !== "off") void keepPages();
fetchNextPages();

// A page built last year still shows this year.
for (const year of document.querySelectorAll("[data-year]")) {
  year.textContent = String(new Date().getFullYear());
}
