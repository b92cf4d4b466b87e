import { keep, readKept } from "~/stores/browser-storage.ts";

const KEY = "sponsor-link";

/**
 * Takes the learner's details out of the address and keeps them for this tab, so that they do not stay in the history,
 * on a screenshot or in what a payment provider notes of the page, and a reload still has them.
 * @returns what stood after the "#"; empty when the page was opened without a sponsor's link
 */
export function takeFragment(): string {
  if (!isLinkInAddress()) return readKept("sessionStorage", KEY) ?? "";
  const fragment = location.hash.slice(1);
  keep("sessionStorage", KEY, fragment);
  history.replaceState(null, "", location.pathname + location.search);
  return fragment;
}

/** Whether a sponsor's link was opened, and not a place on this page. */
export function isLinkInAddress(): boolean {
  const fragment = location.hash.slice(1);
  return fragment !== "" && !document.getElementById(fragment);
}

/** Once it was paid, the link has done its work. */
export function forgetFragment(): void {
  keep("sessionStorage", KEY, null);
}
