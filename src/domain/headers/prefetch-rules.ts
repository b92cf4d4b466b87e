/** Never prefetched: answered on demand. */
const ON_DEMAND = ["/prod/*", "/json", "/desk*", "/sandbox*"];

/**
 * Speculation rules that a page's script adds; the policy allows them by their hash. A page is prefetched while a pointer
 * or finger is on its link.
 */
export const PREFETCH_RULES = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { href_matches: ON_DEMAND } }] },
      eagerness: "moderate",
    },
  ],
});
