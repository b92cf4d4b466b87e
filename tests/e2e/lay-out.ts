import type { Page } from "@playwright/test";

/** Lays the whole page out at once, also what waits until the visitor comes near: what is measured is then all of it. */
export function layOutEverything(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      if (getComputedStyle(element).contentVisibility === "auto") element.style.contentVisibility = "visible";
    }
  });
}
