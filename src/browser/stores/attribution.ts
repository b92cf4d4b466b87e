import { readStorage, writeStorage } from "./browser-storage.ts";

const KEY = "attribution";
/** The greatest length in characters, above that of any of the academy's links. */
const LONGEST_ATTRIBUTION = 300;

/**
 * Returns the attribution of the link that brought the visitor, until the tab is closed:
 * "utm_source=instagram"; null for none.
 */
export function savedAttribution(): string | null {
  return readStorage("sessionStorage", KEY);
}

/** Saves the attribution of an academy's link for a registration that may follow in this tab. */
export function saveAttributionOfLink(): void {
  const attribution = location.search.match(/\b(utm_(source|medium|campaign)|ref)=[^&]*/g);
  if (attribution) writeStorage("sessionStorage", KEY, attribution.join("&").slice(0, LONGEST_ATTRIBUTION));
}
