import { type EnrolmentAccess, readFragment } from "~/domain/enrolment/enrolment-key.ts";

/**
 * The link that the page was opened with, or that was opened in its tab since: it leaves the address at once, and can be
 * taken once.
 * @returns null without one; "unreadable" for one of which a part is missing
 */
export function takeLink(): EnrolmentAccess | "unreadable" | null {
  const { dataset } = document.documentElement;
  const fragment = dataset.enrolmentLink ?? linkIn(location.hash);
  delete dataset.enrolmentLink;
  if (fragment === null) return null;
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  return readFragment(fragment) ?? "unreadable";
}

function linkIn(hash: string): string | null {
  return /^#ENR-/.test(hash) ? hash.slice(1) : null;
}
