import { routes } from "../fixtures/routes.ts";
import { comeFrom, expect, test } from "./fixtures.ts";

test.use({ colorScheme: "dark" });

test("every page stands on a dark ground when the visitor's system is dark", async ({ page, context }) => {
  await comeFrom(context, "NG");
  for (const route of routes) {
    await page.goto(route);
    const [red = 255, green = 255, blue = 255] = await page.evaluate(() =>
      (getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? []).map(Number),
    );
    expect(Math.max(red, green, blue), route).toBeLessThan(60);
  }
});
