import { keep, readKept } from "~/stores/browser-storage.ts";

const KEY = "sponsor-link";
const PAID_KEY = "paid-sponsor-links";
const MOST_PAID = 20;

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

/** Once it was paid, the link has done its work; it is known again should it be opened once more. */
export function forgetFragment(): void {
  const fragment = readKept("sessionStorage", KEY);
  if (fragment)
    keep("localStorage", PAID_KEY, [...paidMarks(), markOf(fragment)].slice(-MOST_PAID).join(" "));
  keep("sessionStorage", KEY, null);
}

/** Whether this browser has paid by the link. */
export function isPaid(fragment: string): boolean {
  return paidMarks().includes(markOf(fragment));
}

function paidMarks(): string[] {
  return (readKept("localStorage", PAID_KEY) ?? "").split(" ");
}

/** Enough to know a link by, and nothing that could open it: the end of what it holds, encrypted. */
function markOf(fragment: string): string {
  return fragment.slice(-16);
}
