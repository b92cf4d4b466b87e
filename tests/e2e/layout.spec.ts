import { comeFrom, expect, test } from "./fixtures.ts";

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
