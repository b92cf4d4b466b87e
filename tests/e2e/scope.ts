import type { Page } from "@playwright/test";

/** The part of a page that is looked at: selectors of what it is within, and of what is left out of that. */
export interface Scope {
  readonly within: string;
  readonly without: string;
}

const NOTHING = ":not(*)";

export const WHOLE_PAGE: Scope = { within: "html", without: NOTHING };

/** While one of these is open, the rest of the page waits. */
export const OVERLAY = "dialog:modal, [aria-modal=true], .page-top:has(.is-open)";

/**
 * Returns the part that a state may have changed: what lies over the page, or all but bar and footer. The
 * rest was tested with the page itself.
 */
export async function scopeOfState(page: Page): Promise<Scope> {
  const isCovered = (await page.locator(OVERLAY).count()) > 0;
  return isCovered
    ? { within: OVERLAY, without: NOTHING }
    : { within: "html", without: ".page-top, .footer" };
}
