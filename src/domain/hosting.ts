/**
 * Whether the site has its edge. A site with a mail gateway in its settings may be on a host that only
 * serves files: its mails go to the gateway, and its orders are not registered.
 */
export function hasEdge(): boolean {
  return !import.meta.env.PUBLIC_MAIL_ENDPOINT;
}

/** Returns the page on which learners pay later; null without an edge, which keeps the enrolments. */
export function myEnrolmentLink(): { readonly href: string; readonly text: string } | null {
  return hasEdge() ? { href: "/My-enrolment", text: "My enrolment" } : null;
}

/** Returns the form for a mail when registration opens; without an edge, which sends it, the newsletter. */
export function openingHref(): string {
  return hasEdge() ? "/Cohort#opening-form" : "/#newsletter";
}

/** Addresses of the service worker and of its page for a visitor without a network. */
export const WORKER = "/sw.js";
export const OFFLINE_PAGE = "/offline";

/** Addresses that are answered on demand, and never prefetched. */
const ON_DEMAND = ["/prod/*", "/json", "/desk*", "/sandbox*"];

/**
 * Speculation rules that a page's script adds; the policy allows them by their hash. A page is prefetched
 * while a pointer or finger is on its link.
 */
export const PREFETCH_RULES = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { href_matches: ON_DEMAND } }] },
      eagerness: "moderate",
    },
  ],
});
