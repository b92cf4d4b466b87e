import type { Page } from "@playwright/test";
import { comeFrom, expect, test } from "./fixtures.ts";
import { beginKeeping } from "./saved-pages.ts";

test.beforeEach(({ context }) => comeFrom(context, "NG"));

/** @returns path to what came of it, filled as the browser fetches pages ahead */
async function watchPrefetches(page: Page): Promise<Map<string, string>> {
  const session = await page.context().newCDPSession(page);
  const seen = new Map<string, string>();
  session.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    seen.set(new URL(prefetchUrl).pathname, status);
  });
  await session.send("Preload.enable");
  return seen;
}

test("the page behind a link is on its way before the link is pressed", async ({ page }) => {
  const seen = await watchPrefetches(page);
  await page.goto("/");
  await page.getByRole("navigation").getByRole("link", { name: "Pricing", exact: true }).first().hover();
  await expect.poll(() => seen.get("/Pricing")).toMatch(/Ready|Success/);
  expect([...seen.keys()], "pages nobody pointed at").toEqual(["/Pricing"]);
});

test.describe("with the service worker at work", () => {
  test.use({ serviceWorkers: "allow" });

  test("the page behind a link is on its way as well", async ({ page }) => {
    await page.goto("/");
    await beginKeeping(page);
    await page.goto("/Faqs");
    const seen = await watchPrefetches(page);
    await page.getByRole("navigation").getByRole("link", { name: "Pricing", exact: true }).first().hover();
    await expect.poll(() => seen.get("/Pricing")).toMatch(/Ready|Success/);
  });
});
