import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const ROBOTO = readFileSync(
  fileURLToPath(import.meta.resolve("@fontsource/roboto/files/roboto-latin-400-normal.woff2")),
  "base64",
);
const STAND_IN = "Bricolage on Roboto";

/** Pages with headings of every size, and with the longest ones. */
const PAGES = [
  "/",
  "/Courses",
  "/Pricing",
  "/Faqs",
  "/Which-track",
  "/course/project-management-foundational",
];

/**
 * Draws the headings as Android does until the display face has come: the rule is the page's own, only Roboto
 * is brought.
 */
async function drawLikeAndroid(page: Page): Promise<void> {
  await page.evaluate(
    async ({ roboto, standIn }) => {
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
      const deep = (rule: CSSRule): CSSRule[] =>
        rule instanceof CSSGroupingRule ? [...rule.cssRules].flatMap(deep) : [rule];
      const fontFace = rules
        .flatMap(deep)
        .find((rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes(standIn));
      if (!fontFace) throw new Error(`No rule says how ${standIn} is drawn.`);
      const descriptor = (name: string) =>
        new RegExp(`${name}: ([^;]+);`).exec(fontFace.cssText)?.[1] ?? "none";
      const face = new FontFace(
        "Android",
        Uint8Array.from(atob(roboto), (byte) => byte.charCodeAt(0)),
        {
          ascentOverride: descriptor("ascent-override"),
          descentOverride: descriptor("descent-override"),
          lineGapOverride: descriptor("line-gap-override"),
          ...{ sizeAdjust: descriptor("size-adjust") },
        },
      );
      document.fonts.add(await face.load());
      const { style } = document.documentElement;
      const [display] = getComputedStyle(document.documentElement)
        .getPropertyValue("--font-bricolage")
        .split(",");
      style.setProperty("--font-bricolage", `${display}, Android, sans-serif`);
    },
    { roboto: ROBOTO, standIn: STAND_IN },
  );
}

test("no layout shifts when the display font replaces Android's own", async ({ page }) => {
  // On a phone headings break by their words.
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of PAGES) {
    const face = Promise.withResolvers<void>();
    await page.route("**/*.woff2", async (route) => {
      await face.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await drawLikeAndroid(page);
    const shift = page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      await frame();
      await frame();
      let moved = 0;
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value;
      });
      observer.observe({ type: "layout-shift" });
      document.documentElement.dataset.isWatched = "";
      await Promise.all(
        [...document.fonts]
          .filter(({ family }) => /Bricolage.*-\w+"?$/.test(family))
          .map((each) => each.loaded),
      );
      await frame();
      await frame();
      observer.disconnect();
      return moved;
    });
    await expect(page.locator("html[data-is-watched]")).toBeAttached();
    face.resolve();
    expect(await shift, path).toBeLessThanOrEqual(0.01);
    await page.unrouteAll({ behavior: "wait" });
  }
});
