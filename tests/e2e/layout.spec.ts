import { kinds, stretches } from "../fixtures/routes.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { brokenWords, cutOff } from "./reflow.ts";
import { WHOLE_PAGE } from "./scope.ts";

test.beforeEach(({ context }) => comeFrom(context, "NG"));

test("all text can be read where letters alone are twice as large, of which no media query knows", async ({
  page,
}) => {
  for (const [path, width] of [
    ["/", 768],
    ["/Plan", 360],
    ["/Plan", 800],
    ["/Compare", 1280],
    ["/Single-course?course=solutions_architect", 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await page.evaluate(async () => {
      document.documentElement.style.fontSize = "200%";
      await document.fonts.ready;
    });
    expect.soft(await page.evaluate(cutOff, WHOLE_PAGE), `${path}, ${width} px wide`).toEqual([]);
  }
});

/** A page of each kind, and those with the longest words. */
const PAGES = [
  ...kinds,
  "/cybersecurity",
  "/course/cybersecurity-fundamentals",
  "/Single-course?course=devops",
  "/Single-course?course=solutions_architect",
];

for (const stretch of stretches(8, PAGES)) {
  test(`with letters of 24 and 32 px all text can be read on a phone: ${stretch.join(", ")}`, async ({
    page,
    context,
  }) => {
    const browser = await context.newCDPSession(page);
    for (const path of stretch) {
      await page.goto(path);
      await page.locator("details").evaluateAll((all: HTMLDetailsElement[]) => {
        for (const details of all) {
          details.name = "";
          details.open = true;
        }
      });
      for (const [size, width] of [
        [24, 360],
        [32, 320],
      ] as const) {
        // The browser's own setting: rem in media queries follows it, as it follows no style of a page.
        await browser.send("Page.setFontSizes", { fontSizes: { standard: size } });
        await page.setViewportSize({ width, height: 740 });
        await expect(page.locator("html")).toHaveCSS("font-size", `${size}px`);
        const where = `${path}, ${size} px, ${width} px wide`;
        expect.soft(await page.evaluate(cutOff, WHOLE_PAGE), where).toEqual([]);
        expect.soft(await page.evaluate(brokenWords), `${where}: broken words`).toEqual([]);
      }
    }
  });
}
