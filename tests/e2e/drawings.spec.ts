import type { Page } from "@playwright/test";
import { comeFrom, expect, test } from "./fixtures.ts";

/** The pages whose pictures are drawn by lines, of each kind. */
const PAGES = ["/", "/About", "/Curriculum", "/devops", "/course/foundational", "/no-such-page"];

/** Texts smaller than this cannot be read on a desktop. */
const SMALLEST_TEXT_PX = 8;

test.use({ expectedErrors: [/status of 404/] });
test.beforeEach(({ context }) => comeFrom(context, "NG"));

/** Runs in the page: the strokes of visible pictures that a dash offset hides. */
const hiddenStrokes = () =>
  [...document.querySelectorAll<SVGElement>("svg *")]
    .filter((shape) => shape.checkVisibility() && getComputedStyle(shape).strokeDasharray !== "none")
    .filter((shape) => Number.parseFloat(getComputedStyle(shape).strokeDashoffset) !== 0)
    .map((shape) => shape.outerHTML.slice(0, 80));

/** Runs in the page: the drawn texts of pictures that are smaller than `smallest` pixels. */
const smallTexts = (smallest: number) =>
  [...document.querySelectorAll<SVGTextElement>("svg text")]
    .filter((text) => text.checkVisibility({ visibilityProperty: true }))
    .map((text) => ({
      words: text.textContent,
      px: Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0),
    }))
    .filter(({ px }) => px < smallest);

/** Runs in the page: the visible images that are files of their own, and how large they are shown. */
const imageSizes = () =>
  [...document.querySelectorAll<HTMLImageElement>('img[src$=".svg"]')]
    .filter((image) => image.checkVisibility())
    .map(({ src, clientWidth, clientHeight }) => ({ src, width: clientWidth, height: clientHeight }));

/** Scrolls each picture into view and waits until all its lines are drawn. */
async function expectLines(page: Page, where: string): Promise<void> {
  for (const picture of await page.locator("svg:visible").all()) await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(hiddenStrokes), where).toEqual([]);
}

test("all lines of all pictures are drawn, in every scheme, with motion and without", async ({ page }) => {
  let lines = 0;
  const files = new Map<string, { width: number; height: number }>();
  for (const path of PAGES) {
    await page.emulateMedia({ reducedMotion: "reduce", media: "screen", colorScheme: "light" });
    await page.goto(path);
    lines += await page.locator("svg .line").count();
    expect.soft(await page.evaluate(hiddenStrokes), `${path}, reduced motion`).toEqual([]);
    expect.soft(await page.evaluate(smallTexts, SMALLEST_TEXT_PX), path).toEqual([]);
    for (const { src, ...size } of await page.evaluate(imageSizes)) files.set(src, size);
    await page.emulateMedia({ reducedMotion: "no-preference", media: "print" });
    expect.soft(await page.evaluate(hiddenStrokes), `${path}, printed`).toEqual([]);
    await page.emulateMedia({ media: "screen" });
    await expectLines(page, path);
    await page.emulateMedia({ colorScheme: "dark" });
    expect.soft(await page.evaluate(hiddenStrokes), `${path}, dark`).toEqual([]);
  }
  expect(lines, "pictures have lines").toBeGreaterThan(PAGES.length);
  expect([...files.keys()].map((src) => new URL(src).pathname)).toContain("/pictures/alumni-map.svg");
  for (const [src, size] of files) {
    await page.setViewportSize(size);
    await page.goto(src);
    expect.soft(await page.evaluate(smallTexts, SMALLEST_TEXT_PX), src).toEqual([]);
  }
});
