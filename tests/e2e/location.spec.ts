import type { Page } from "@playwright/test";
import { builtPages } from "../fixtures/built-pages.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { holdLookup } from "./lookup.ts";
import { FILES } from "./servers.ts";

const naira = (page: Page) => page.getByText("N194K").first();
const dollars = (page: Page) => page.getByText("$625", { exact: true }).first();

async function expectNaira(page: Page): Promise<void> {
  await expect(naira(page)).toBeVisible();
  await expect(dollars(page)).toBeHidden();
}

/** Returns the visitor's location that the browser has saved. */
const savedLocation = (page: Page) => page.evaluate(() => localStorage.getItem("location"));

test("the location lookup is made once, and its whole answer is stored", { tag: "@engines" }, async ({
  page,
  context,
}) => {
  const answer = { country_name: "Nigeria", country_code: "NG", timezone: { name: "Africa/Lagos" } };
  let lookups = 0;
  await context.route("**/json", (route) => {
    lookups += 1;
    return route.fulfill({ json: answer });
  });
  await page.goto("/Pricing");
  await expectNaira(page);
  expect(JSON.parse((await savedLocation(page)) ?? "null")).toEqual(answer);
  await page.reload();
  await expectNaira(page);
  await page.goto("/");
  expect(lookups).toBe(1);
});

test("a location lookup whose page is left has not failed: the next page looks it up", {
  tag: "@engines",
}, async ({ page, context }) => {
  await comeFrom(context, "NG");
  const answerNow = await holdLookup(context);
  const lookup = page.waitForRequest("**/json");
  await page.goto("/Courses");
  await lookup;
  await page.goto("/Pricing");
  answerNow();
  await expectNaira(page);
});

test("a returning Nigerian visitor sees naira in every frame, before any script has loaded", async ({
  page,
  context,
}) => {
  const gate = Promise.withResolvers<void>();
  await context.route("**/*.js", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await context.addInitScript(() => {
    localStorage.setItem("location", '{"country_name":"Nigeria","country_code":"NG"}');
    const frames: string[] = [];
    Object.assign(window, { frames_seen: frames });
    const look = () => {
      const price = document.querySelector(".in-usd");
      if (price) frames.push(getComputedStyle(price).display);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto("/Pricing", { waitUntil: "commit" });
  await expectNaira(page);
  await expect(page.getByRole("link", { name: "Enroll", exact: true })).toBeVisible();
  gate.resolve();
  // The page's script is the one that says which currency's button is pressed.
  await expect(page.locator('.currency-switch [aria-pressed="true"]').first()).toBeVisible();
  const frames = await page.evaluate(() => (window as unknown as { frames_seen: string[] }).frames_seen);
  expect(new Set(frames)).toEqual(new Set(["none"]));
});

test("each page sets its currency once, behind its heading and ahead of its first price", () => {
  const pages = builtPages(FILES.site);
  expect(pages.length).toBeGreaterThan(20);
  for (const { name, html } of pages) {
    const [before = "", after = "", ...again] = html.split(/<script>[^<]*country_name[^<]*<\/script>/);
    expect.soft(again, name).toEqual([]);
    expect.soft(before, name).toContain("</h1>");
    expect.soft(before, name).not.toMatch(/class="[^"]*\bin-(?:ngn|usd)\b/);
    expect.soft(after, name).not.toBe("");
  }
});
