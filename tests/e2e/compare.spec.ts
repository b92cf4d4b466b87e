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

test("on a phone and a tablet each course to compare is a card that names each of its cells", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await page.goto("/Compare");
  const region = page.getByRole("region", { name: "Comparison of all courses" });
  const cards = region.locator("tbody tr");
  for (const [width, columns] of [
    [360, 1],
    [768, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    const overflow = await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
    const lefts = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().left));
    expect(new Set(lefts).size, `${width} px wide`).toBe(columns);
    const names = await cards
      .first()
      .locator("td")
      .evaluateAll((all) => all.map((cell) => getComputedStyle(cell, "::before").content));
    expect(names).toEqual(['"Duration"', '"Tuition"', '"Ways to pay"', '"What it covers"', '"You need"']);
  }
});
