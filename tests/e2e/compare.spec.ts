import { comeFrom, expect, test } from "./fixtures.ts";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript, all courses are in one table, with their time, tuition and ways to pay", async ({
    page,
  }) => {
    await page.goto("/Courses");
    await page.getByRole("link", { name: "Compare the courses" }).click();
    const rows = page.getByRole("table").locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(7);
    const devops = rows.filter({ has: page.getByRole("link", { name: "Cloud DevOps", exact: true }) });
    await expect(devops).toContainText("6 Months");
    await expect(devops).toContainText("N500,000");
    await expect(devops.getByRole("link", { name: /^Full Tuition: N485,000/ })).toHaveAttribute(
      "href",
      "/Plan?course=devops-full&plan=full-tuition",
    );
    await expect(devops).toContainText("Full tuition is N480,000 when you register.");
    await expect(devops.getByRole("link", { name: /^Apply Now/ })).toHaveAttribute(
      "href",
      "/Signup?course=devops-full",
    );
    await expect(rows.filter({ hasText: "Announced before class starts" })).toHaveCount(4);
  });
});

test("on a tablet the table scrolls by itself, and by keyboard, and the course's name stays in view", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto("/Compare");
  const table = page.getByRole("region", { name: "Comparison of all courses" });
  await table.focus();
  await expect(async () => {
    await page.keyboard.press("ArrowRight");
    expect(await table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  }).toPass();
  await expect(page.getByRole("link", { name: "Cloud DevOps", exact: true })).toBeInViewport();
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide, "the page itself scrolls sideways").toBe(false);
});

test("on a phone the courses are below each other, and each cell names what it tells", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/Compare");
  const region = page.getByRole("region", { name: "Comparison of all courses" });
  expect(
    await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0);
  const cells = region.locator("tbody tr").first().locator("td");
  const names = await cells.evaluateAll((all) =>
    all.map((cell) => getComputedStyle(cell, "::before").content),
  );
  expect(names).toEqual(['"Duration"', '"Tuition"', '"Ways to pay"', '"What it covers"', '"You need"']);
});
