import { routes } from "../fixtures/routes.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { cutOff } from "./reflow.ts";
import { smallLinks } from "./small-links.ts";

test.beforeEach(({ context }) => comeFrom(context, "NG"));

for (const width of [320, 768, 1280]) {
  test(`at ${width} px no control sticks out of its card`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [
      "/",
      "/Contact",
      "/Cohort",
      "/Plan",
      "/Pricing",
      "/Signup",
      "/Sponsor",
      "/Which-track",
    ]) {
      await page.goto(path);
      const outside = await page.evaluate(() => {
        const controls = document.querySelectorAll(".card :is(input, select, textarea, button, .btn)");
        return [...controls].flatMap((control) => {
          const card = control.closest(".card")?.getBoundingClientRect();
          const { left, right, width } = control.getBoundingClientRect();
          const isInside = !card || width === 0 || (left >= card.left && right <= card.right);
          return isInside ? [] : [control.outerHTML.slice(0, 80)];
        });
      });
      expect(outside, path).toEqual([]);
    }
  });
}

for (const size of [24, 32]) {
  test(`with letters of ${size} px all text of every page can be read on a phone`, async ({
    page,
    context,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    // The browser's own setting: rem in media queries follows it, as it follows no style of a page.
    const browser = await context.newCDPSession(page);
    await browser.send("Page.setFontSizes", { fontSizes: { standard: size } });
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      for (const path of [...routes, "/Single-course?course=devops"]) {
        await page.goto(path);
        await expect(page.locator("html")).toHaveCSS("font-size", `${size}px`);
        await page.locator("details").evaluateAll((all: HTMLDetailsElement[]) => {
          for (const details of all) {
            details.name = "";
            details.open = true;
          }
        });
        expect(await page.evaluate(cutOff), `${path}, ${width} px wide`).toEqual([]);
      }
    }
  });
}

test("a link that stands alone is large enough for a finger", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [...routes, "/Single-course?course=devops"]) {
    await page.goto(path);
    expect(await page.evaluate(smallLinks), path).toEqual([]);
  }
});
