import { comeFrom, expect, test } from "./fixtures.ts";

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
