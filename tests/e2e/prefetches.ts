import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Returns the status of each prefetch by path, which grows as the browser prefetches pages. */
export async function watchPrefetches(page: Page): Promise<Map<string, string>> {
  const session = await page.context().newCDPSession(page);
  const statuses = new Map<string, string>();
  session.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    statuses.set(new URL(prefetchUrl).pathname, status);
  });
  await session.send("Preload.enable");
  return statuses;
}

/** Points at a link until the browser has prefetched its page. @returns the paths of all prefetched pages */
export async function prefetch(page: Page, link: Locator): Promise<string[]> {
  const path = await link.evaluate((anchor: HTMLAnchorElement) => anchor.pathname);
  const statuses = await watchPrefetches(page);
  await expect(async () => {
    // The speculation rules may come after the first movement, so the pointer moves again.
    await page.mouse.move(0, 0);
    await link.hover();
    expect(statuses.get(path)).toMatch(/Ready|Success/);
  }).toPass();
  return [...statuses.keys()];
}
