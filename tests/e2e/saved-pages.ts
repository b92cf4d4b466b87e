import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Returns the notice of a page that came from the service worker's cache. */
export const savedCopy = (page: Page) => page.getByRole("complementary", { name: "Saved copy" });

/** Interacts with the page, and waits until the service worker controls it and has cached it. */
export async function startCaching(page: Page): Promise<void> {
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expectCached(page, new URL(page.url()).pathname);
}

/** Waits until a page and every file that the open page has loaded are cached. */
async function expectCached(page: Page, path: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (path) => {
        const files = performance
          .getEntriesByType("resource")
          .map(({ name }) => new URL(name))
          .filter(({ pathname }) => pathname.startsWith("/_astro/"));
        const responses = await Promise.all([path, ...files].map((address) => caches.match(address)));
        return responses.every(Boolean);
      }, path),
    )
    .toBe(true);
}

export async function expectNotCached(page: Page, paths: readonly string[]): Promise<void> {
  const cachedCount = await page.evaluate(
    async (paths) => (await Promise.all(paths.map((path) => caches.match(path)))).filter(Boolean).length,
    paths,
  );
  expect(cachedCount).toBe(0);
}

/** Opens a page through the service worker, and waits until it is cached. */
export async function read(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectCached(page, path);
}

/** Disconnects the browser and clears its own cache, so that only the service worker answers. */
export async function loseNetwork(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.clearBrowserCache");
  await page.context().setOffline(true);
}
