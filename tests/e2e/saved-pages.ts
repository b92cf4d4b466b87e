import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** The notice of a page that came from the visitor's own device. */
export const savedCopy = (page: Page) => page.getByRole("complementary", { name: "Saved copy" });

/** Uses the page as a visitor does, and waits until the service worker answers for the site and has kept this page. */
export async function startKeeping(page: Page): Promise<void> {
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expectKept(page, new URL(page.url()).pathname);
}

/** Waits until the page at this path is kept with every file that the open page has loaded. */
async function expectKept(page: Page, path: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (path) => {
        const files = performance
          .getEntriesByType("resource")
          .map(({ name }) => new URL(name))
          .filter(({ pathname }) => pathname.startsWith("/_astro/"));
        const kept = await Promise.all([path, ...files].map((address) => caches.match(address)));
        return kept.every(Boolean);
      }, path),
    )
    .toBe(true);
}

export async function expectNotKept(page: Page, paths: readonly string[]): Promise<void> {
  const kept = await page.evaluate(
    async (paths) => (await Promise.all(paths.map((path) => caches.match(path)))).filter(Boolean).length,
    paths,
  );
  expect(kept).toBe(0);
}

/** Opens a page that the service worker answers for, and waits until it is kept. */
export async function read(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectKept(page, path);
}

/** No network, and nothing in the browser's own cache that could take the service worker's place. */
export async function loseNetwork(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.clearBrowserCache");
  await page.context().setOffline(true);
}
