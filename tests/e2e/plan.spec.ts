import type { Page } from "@playwright/test";
import { comeFrom, expect, test } from "./fixtures.ts";
import { payButton, priceCard } from "./price-cards.ts";

const form = (page: Page) => page.getByRole("form", { name: "Your plan" });
const table = (page: Page, name: string | RegExp) => page.getByRole("table", { name });
const rows = (page: Page, name: string) => table(page, name).getByRole("row").filter({ visible: true });

test.beforeEach(async ({ context, page }) => {
  await comeFrom(context, "NG");
  await page.clock.setFixedTime(new Date("2027-01-20T12:00:00Z"));
});

test("a price card leads to its own payments, with a date each and the card's total", async ({ page }) => {
  await page.goto("/Pricing");
  const card = priceCard(page, "Enroll Now", "DevOps Full", "Five Installments");
  await expect(payButton(page, "Enroll Now", "DevOps Full", "Five Installments")).toBeVisible();
  await card
    .getByRole("link", { name: /^See each payment/ })
    .filter({ visible: true })
    .click();
  await expect(form(page).getByLabel("Course")).toHaveValue("devops-full");
  await expect(form(page).getByLabel("Way to pay")).toHaveValue("five-installments");
  await form(page).getByLabel("First day of class").fill("2027-01-31");

  const name = "Five Installments, DevOps Full, in naira";
  await expect(rows(page, name)).toHaveText([
    /When\s*Amount/,
    /Today, Jan 20, 2027\s*N194,000/,
    /Due on Feb 28, 2027\s*N70,000/,
    /Due on Mar 31, 2027\s*N70,000/,
    /Due on Apr 30, 2027\s*N70,000/,
    /Due on May 31, 2027\s*N70,000/,
    /Due on Jun 30, 2027\s*N70,000/,
    /Total\s*N544,000/,
  ]);
  await expect(page.getByRole("table").filter({ visible: true })).toHaveCount(1);
});

test("a shared link shows the same plan, dates and currency to everybody, and prints alone", async ({
  page,
}) => {
  await page.goto("/Plan");
  await form(page).getByLabel("Course").selectOption("DevOps Full");
  await form(page).getByLabel("Way to pay").selectOption("Two Installments");
  await page.getByRole("button", { name: "Dollars ($)" }).first().click();
  await form(page).getByLabel("First day of class").fill("2027-02-16");
  const link = page.url();
  expect(link).toMatch(/\?course=devops-full&plan=two-installments&start=2027-02-16&currency=usd$/);

  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.emulateMedia({ media: "print" });
  await expect(form(page)).toBeHidden();
  await expect(page.getByRole("table").filter({ visible: true })).toHaveCount(1);
  await expect(rows(page, "Two Installments, DevOps Full, in dollars")).toHaveText([
    /When\s*Amount/,
    /Today, Jan 20, 2027\s*\$625/,
    /Due on Jul 16, 2027\s*\$625/,
    /Total\s*\$1250/,
  ]);

  await page.emulateMedia({ media: "screen" });
  await page.goto("/Plan?course=x&plan=y&start=2027-02-31");
  await expect(form(page).getByLabel("First day of class")).toHaveValue("2027-01-20");
  await expect(form(page).getByLabel("Course")).toHaveValue("");
  await expect(table(page, /in dollars$/).filter({ visible: true })).toHaveCount(7);
});
