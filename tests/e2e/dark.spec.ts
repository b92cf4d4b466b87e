import AxeBuilder from "@axe-core/playwright";
import { routes } from "../fixtures/routes.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";

test.use({ colorScheme: "dark" });
test.beforeEach(({ context }) => comeFrom(context, "NG"));

const MAIN = [
  "/",
  "/Pricing",
  "/Signup",
  "/Contact",
  "/Courses",
  "/Curriculum",
  "/devops",
  "/course/advanced",
];

test("every page stands on a dark ground when the visitor's system is dark", async ({ page }) => {
  for (const route of routes) {
    await page.goto(route);
    const [red = 255, green = 255, blue = 255] = await page.evaluate(() =>
      (getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? []).map(Number),
    );
    expect(Math.max(red, green, blue), route).toBeLessThan(60);
  }
});

for (const route of MAIN) {
  test(`everything on ${route} can be read in the dark`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(() => sessionStorage.setItem("closing-notice", "closed"));
    await page.goto(route);
    const { violations } = await new AxeBuilder({ page }).withRules(["color-contrast"]).analyze();
    expect(violations.flatMap(({ nodes }) => nodes.map(({ target }) => String(target)))).toEqual([]);
  });
}

test("the pay dialog and its error can be read in the dark", async ({ page }) => {
  await page.goto("/Pricing");
  await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
  await page.getByRole("button", { name: "Pay Now" }).click();
  await expect(page.getByLabel("Please Input Your Email")).toHaveAttribute("aria-invalid", "true");
  const { violations } = await new AxeBuilder({ page }).withRules(["color-contrast"]).analyze();
  expect(violations).toEqual([]);
});
