import type { Page } from "@playwright/test";
import { comeFrom, expect, test } from "./fixtures.ts";
import { knowCountry } from "./open-home.ts";

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(async ({ context, page }) => {
  await comeFrom(context, "NG");
  await knowCountry(page);
});

declare global {
  interface Window {
    /** The share of the screen that moved without the visitor's doing, as browsers count it. */
    moved: number;
  }
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.moved = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.moved += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Turns the wheel until the page goes no further. @param step pixels, up where negative */
async function scrollThrough(page: Page, step: number): Promise<void> {
  await page.mouse.move(180, 400);
  const isThere = () =>
    page.evaluate(
      (isUp) =>
        new Promise<boolean>((resolve) => {
          requestAnimationFrame(() => {
            const left = isUp ? scrollY : document.documentElement.scrollHeight - innerHeight - scrollY;
            resolve(left < 1);
          });
        }),
      step < 0,
    );
  while (!(await isThere())) await page.mouse.wheel(0, step);
}

const moved = (page: Page) => page.evaluate(() => window.moved);

for (const path of ["/", "/Pricing", "/course/advanced"]) {
  test(`${path} shifts no layout while somebody reads it down, jumps to its end and reads it up`, async ({
    page,
  }) => {
    await watchShifts(page);
    await page.goto(path);
    await scrollThrough(page, 500);
    expect(await moved(page), "down").toBeLessThan(0.01);
    await page.goto("/About");
    await page.goto(path);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await scrollThrough(page, -500);
    expect(await moved(page), "up").toBeLessThan(0.01);
  });
}

test("the visitor who comes Back is where they were", async ({ page }) => {
  await page.goto("/");
  const heading = page.locator("#newsletter");
  await heading.scrollIntoViewIfNeeded();
  await page.goto("/About");
  await page.goBack();
  await expect(heading).toBeInViewport();
});
