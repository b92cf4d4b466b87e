import { openState } from "../fixtures/open-state.ts";
import { routes } from "../fixtures/routes.ts";
import { expect, test } from "./fixtures.ts";
import { open } from "./reading-order.ts";

test.use({ trace: "off", contextOptions: { reducedMotion: "reduce" } });

/** The one page without bar and footer. */
const BARE = "/cityboy/training";
const LANDMARKS = [
  "banner",
  "navigation",
  "main",
  "region",
  "complementary",
  "form",
  "search",
  "contentinfo",
];

test("on every page the headings go down step by step from one h1", async ({ page }) => {
  test.setTimeout(90_000);
  for (const path of routes) {
    const headings = (await open(page, { name: path, path })).filter(({ role }) => role === "heading");
    const levels = headings.map(({ level }) => level ?? 0);
    expect(levels[0], path).toBe(1);
    expect(
      levels.filter((level) => level === 1),
      path,
    ).toHaveLength(1);
    const leaps = headings.filter((_, index) => (levels[index] ?? 0) > (levels[index - 1] ?? 0) + 1);
    expect(
      leaps.map(({ name }) => name),
      path,
    ).toEqual([]);
    expect(
      headings.filter(({ name }) => name === ""),
      path,
    ).toEqual([]);
  }
});

test("on every page there is one of each landmark, or they are told apart by name", async ({ page }) => {
  test.setTimeout(90_000);
  for (const path of routes) {
    const landmarks = (await open(page, { name: path, path })).filter(({ role }) => LANDMARKS.includes(role));
    const count = (wanted: string) => landmarks.filter(({ role }) => role === wanted).length;
    const frame = path === BARE ? 0 : 1;
    expect([count("main"), count("banner"), count("contentinfo")], path).toEqual([1, frame, frame]);
    const names = landmarks.map(({ role, name }) => `${role} ${name}`);
    expect(new Set(names).size, `${path}: ${names}`).toBe(names.length);
    const unnamed = landmarks.filter(
      ({ role, name }) => !["main", "banner", "contentinfo"].includes(role) && !name,
    );
    expect(unnamed, path).toEqual([]);
    await expect(page.locator("html"), path).toHaveAttribute("lang", "en");
  }
});

test("on every page the first Tab offers a way past the bar, and the next one goes on inside the content", async ({
  page,
}) => {
  test.setTimeout(90_000);
  for (const path of routes) {
    await openState(page, { name: path, path });
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to the content" }), path).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main"), path).toBeFocused();
    await page.keyboard.press("Tab");
    const isInside = await page.evaluate(() => document.activeElement?.closest("main") !== null);
    expect(isInside, path).toBe(true);
  }
});
