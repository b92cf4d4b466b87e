import type { Page } from "@playwright/test";
import { PREFETCH_RULES } from "../../src/domain/hosting.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { prefetch, watchPrefetches } from "./prefetches.ts";
import { startCaching } from "./saved-pages.ts";

test.beforeEach(({ context }) => comeFrom(context, "NG"));

const pricing = (page: Page) =>
  page.getByRole("navigation").getByRole("link", { name: "Pricing", exact: true }).first();

const rules = (page: Page) => page.locator('script[type="speculationrules"]');

test("the page behind a link is prefetched before the press, after the first interaction", async ({
  page,
}) => {
  await page.goto("/About");
  await expect(page.locator('.currency-switch [aria-pressed="true"]')).toHaveCount(1);
  await expect(rules(page)).toHaveCount(0);
  expect(await prefetch(page, pricing(page)), "pages nobody pointed at").toEqual(["/Pricing"]);
  await page.keyboard.press("Tab");
  await expect(rules(page)).toHaveJSProperty("text", PREFETCH_RULES);
});

test.describe("with the service worker at work", () => {
  test.use({ serviceWorkers: "allow" });

  test("with the service worker, the page behind a link is prefetched as well", async ({ page }) => {
    await page.goto("/");
    await startCaching(page);
    await page.goto("/Faqs");
    expect(await prefetch(page, pricing(page))).toContain("/Pricing");
  });

  test("with the service worker, nothing is prefetched with data saver on", async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setDataSaverOverride", { dataSaverEnabled: true });
    const seen = await watchPrefetches(page);
    await page.goto("/");
    await pricing(page).hover();
    // It comes with the same file as the rules.
    await startCaching(page);
    await pricing(page).hover();
    await expect(rules(page)).toHaveCount(0);
    expect([...seen.keys()]).toEqual([]);
  });
});
