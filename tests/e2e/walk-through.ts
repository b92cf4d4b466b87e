import type { Page } from "@playwright/test";

/** Wakes what waits for the visitor: every part of the page comes into view. */
export async function walkThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const part of document.querySelectorAll("section, footer")) {
      part.scrollIntoView({ behavior: "instant" });
      await new Promise(requestAnimationFrame);
    }
  });
}
