import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** @returns each prefetch's status by path, filled as the browser fetches pages ahead */
export async function watchPrefetches(page: Page): Promise<Map<string, string>> {
  const session = await page.context().newCDPSession(page);
  const seen = new Map<string, string>();
  session.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    seen.set(new URL(prefetchUrl).pathname, status);
  });
  await session.send("Preload.enable");
  return seen;
}

/** Points at a link until the browser has fetched the page behind it. @returns paths of all that it fetched ahead */
export async function prefetch(page: Page, link: Locator): Promise<string[]> {
  const path = await link.evaluate((anchor: HTMLAnchorElement) => anchor.pathname);
  const seen = await watchPrefetches(page);
  await expect(async () => {
    // The rules come with the visitor's first interaction, maybe after the pointer: so it moves there again.
    await page.mouse.move(0, 0);
    await link.hover();
    expect(seen.get(path)).toMatch(/Ready|Success/);
  }).toPass();
  return [...seen.keys()];
}
