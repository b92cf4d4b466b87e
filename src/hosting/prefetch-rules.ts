/** Addresses that are made on demand. */
const ON_DEMAND = ["/prod/*", "/json", "/sandbox*"];

/**
 * Speculation rules, as a page's script writes them into the page: the policy knows them by their hash. A page is fetched
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
