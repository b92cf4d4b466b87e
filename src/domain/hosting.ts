/**
 * Whether the site has its edge. With a mail gateway in the settings it may be on a host that serves files only: then mails
 * go to the gateway, and orders are not registered.
 */
export function hasEdge(): boolean {
  return !import.meta.env.PUBLIC_MAIL_ENDPOINT;
}

/** The page on which learners pay later; null on a host without an edge, which keeps no enrolments. */
export function myEnrolmentLink(): { readonly href: string; readonly text: string } | null {
  return hasEdge() ? { href: "/My-enrolment", text: "My enrolment" } : null;
}

/** The form for a mail when registration opens; on a host without an edge, which sends none, the newsletter. */
export function openingHref(): string {
  return hasEdge() ? "/Cohort#opening-form" : "/#newsletter";
}

/** Addresses of the service worker and of its page for a visitor without a network. */
export const WORKER = "/sw.js";
export const OFFLINE_PAGE = "/offline";
