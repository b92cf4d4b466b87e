import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const field = (page: Page) => page.getByRole("searchbox", { name: "What are you looking for?" });
const status = (page: Page) => page.getByRole("status").filter({ hasText: /found|load/ });

test("the search finds a question, opens its answer, and comes back with the Back button", async ({
  page,
}) => {
  const requestedPaths: string[] = [];
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto("/Search");
  await expect(field(page)).toBeVisible();
  expect(requestedPaths.filter((path) => /search/.test(path) && path.endsWith(".json"))).toEqual([]);
  await field(page).fill("refund");
  await expect(status(page)).toContainText('found for "refund"');
  await page.getByRole("link", { name: "Can I get my tuition back if I change my mind?" }).click();
  await expect(page).toHaveURL(/\/Faqs#faq-7$/);
  await expect(page.getByText("Last 5 days")).toBeVisible();
  await page.goBack();
  await expect(field(page)).toHaveValue("refund");
  await expect(status(page)).toContainText('found for "refund"');
  await field(page).clear();
  await expect(page).toHaveURL(/\/Search$/);
});

test("a week of a curriculum is found in spite of a slip, and its link opens it", async ({ page }) => {
  await page.goto("/Search?q=dokcer");
  await expect(field(page)).toHaveValue("dokcer");
  await page
    .getByRole("link", { name: /Docker/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/(course|Curriculum|devops)/);
  await expect(page.locator("details:target")).toHaveAttribute("open");
  await page.goto(`/Search?q=${encodeURIComponent("<img src=x>zzz")}`);
  await expect(status(page)).toContainText("<img src=x>zzz");
  await expect(page.locator("main img")).toHaveCount(0);
});
