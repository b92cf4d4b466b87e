import type { Page } from "@playwright/test";
import { comeFrom, expect, test } from "./fixtures.ts";

const COURSES = [
  ["DevOps Full", "N495,000", "$1,209.00"],
  ["DevOps Foundational", "N165,000", "$109.00"],
  ["DevOps Advanced", "N365,000", "$109.00"],
  ["Solutions Architect", "N185,000", "$417.00"],
  ["Cloud Practitioner", "N135,000", "$297.00"],
  ["Data Analytics Foundational", "N15,000", "$9.00"],
  ["Data Analytics Advanced", "N15,000", "$9.00"],
  ["Cybersecurity Foundational", "N15,000", "$9.00"],
  ["Cybersecurity Advanced", "N15,000", "$9.00"],
  ["Project Management Foundational", "N15,000", "$9.00"],
  ["Project Management Advanced", "N15,000", "$9.00"],
  ["AI Foundational", "N15,000", "$9.00"],
  ["AI Advanced", "N15,000", "$9.00"],
] as const;

const course = (page: Page) => page.getByLabel("Course", { exact: true });
const payable = (page: Page) => page.locator("[data-amount-payable]");
const announced = (page: Page) =>
  page.getByText("Tuition is announced before class starts. Only the registration fee is due now.");

for (const { currency, country, column, fee } of [
  { currency: "naira", country: "NG", column: 1, fee: "N15,000" },
  { currency: "dollars", country: "GH", column: 2, fee: "$9.00" },
] as const) {
  test(`each course adds its price to the fee in ${currency}`, async ({ page, context }) => {
    await comeFrom(context, country);
    await page.goto("/Signup");
    await expect(payable(page)).toHaveText(fee, { useInnerText: true });
    await expect(course(page).locator("option")).toHaveText(["-Select-", ...COURSES.map(([name]) => name)]);
    for (const row of COURSES) {
      await course(page).selectOption(row[0]);
      await expect(payable(page), row[0]).toHaveText(row[column], { useInnerText: true });
      await expect(announced(page), row[0]).toBeVisible({ visible: row[column] === fee });
    }
    await course(page).selectOption("");
    await expect(payable(page)).toHaveText(fee, { useInnerText: true });
    await expect(announced(page)).toBeHidden();
  });
}

test("the amount to pay is spelled out as fee and course", async ({ page, context }) => {
  await comeFrom(context, "NG");
  await page.goto("/Signup");
  await course(page).selectOption("Cloud Practitioner");
  await expect(page.getByText("N15,000 registration fee + N120,000 Cloud Practitioner")).toBeVisible();
});

test("the registration fee is beside the form with what it buys, and is called non-refundable", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await page.goto("/Signup");
  const box = page.getByRole("complementary", { name: "Registration fee" });
  await expect(box).toContainText("N15,000");
  await expect(box).toContainText("Non-refundable");
  expect(await box.getByRole("listitem").count()).toBeGreaterThan(2);
});

test("a chosen currency changes the amount that is due", async ({ page, context }) => {
  await comeFrom(context, "NG");
  await page.goto("/Signup?course=devops-advanced");
  await expect(payable(page)).toHaveText("N365,000", { useInnerText: true });
  await page.getByRole("button", { name: "Dollars ($)" }).click();
  await expect(payable(page)).toHaveText("$109.00", { useInnerText: true });
});
