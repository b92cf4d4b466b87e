import type { Page } from "@playwright/test";

/** The part of a page to check, as selectors of its container and of the elements to leave out. */
export interface Scope {
  readonly within: string;
  readonly without: string;
}

const NOTHING = ":not(*)";

export const WHOLE_PAGE: Scope = { within: "html", without: NOTHING };

/** The selector of overlays, which block the rest of the page while they are open. */
export const OVERLAY = "dialog:modal, [aria-modal=true], .page-top:has(.is-open)";

/** Returns the part that a state may have changed: the overlay, or all but the bar and the footer. */
export async function scopeOfState(page: Page): Promise<Scope> {
  const isCovered = (await page.locator(OVERLAY).count()) > 0;
  return isCovered
    ? { within: OVERLAY, without: NOTHING }
    : { within: "html", without: ".page-top, .footer" };
}
