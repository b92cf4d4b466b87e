import { expect, test } from "./fixtures.ts";

const courses = [
  ["devops", "Cloud DevOps", "N500,000", "$1200"],
  ["solutions_architect", "AWS Solutions Architect Associate SAA-C03", "N170,000", "$408"],
  ["cloud_practitioner", "AWS Certified Cloud Practitioner CLF-C02", "N120,000", "$288"],
  ["data_analytics_bootcamp", "Data Analytics", "N0", "$0"],
  ["cybersecurity_bootcamp", "Cybersecurity", "N0", "$0"],
  ["ai_fundamentals_bootcamp", "AI Fundamentals", "N0", "$0"],
  ["project managment", "Project Management Agile & Scrum Bootcamp", "N0", "$0"],
] as const;

test("a link to a course shows that course alone, in the visitor's currency", async ({ page }) => {
  const note = page.getByText("Tuition is announced before class starts").filter({ visible: true });
  for (const [id, title, naira, dollars] of [courses[0], courses[6]]) {
    await page.goto(`/Single-course?course=${encodeURIComponent(id)}&currency=ngn`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(new RegExp(`^${title} · `));
    await expect(page.locator("article:visible")).toHaveCount(1);
    const facts = page.locator("dl:visible");
    await expect(facts.getByText(naira, { exact: true })).toBeVisible();
    await expect(facts.getByText(dollars, { exact: true })).toBeHidden();
    await expect(note, title).toHaveCount(naira === "N0" ? 1 : 0);
  }
  await expect(note).toHaveText(
    "Tuition is announced before class starts. Only the registration fee of N15,000 is due now.",
    { useInnerText: true },
  );
});

test("/Single-course offers all courses when its link names none or an unknown one", async ({ page }) => {
  await page.goto("/Single-course?course=astrology");
  await expect(page.getByText("We don't have a course by that name.")).toBeVisible();
  await expect(page.locator("article:visible")).toHaveCount(0);
  await page.goto("/Single-course");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a course");
  for (const [, title] of courses)
    await expect(page.getByRole("main").getByRole("link", { name: title, exact: true })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Cloud DevOps", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cloud DevOps");
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript, every course can be read in both currencies, and a list leads to each", async ({
    page,
  }) => {
    await page.goto("/Single-course?course=devops");
    await expect(page.locator("article:has(dl)")).toHaveCount(courses.length);
    for (const [id, title, naira, dollars] of courses) {
      const panel = page.locator(`[data-course="${id}"]`);
      await expect(panel.getByRole("heading", { level: 2 }).first()).toHaveText(title);
      await expect(panel.locator("dl").getByText(naira, { exact: true })).toBeVisible();
      await expect(panel.locator("dl").getByText(dollars, { exact: true })).toBeVisible();
    }
    await page.getByRole("link", { name: "Cybersecurity", exact: true }).click();
    await expect(
      page.getByRole("heading", { level: 2, name: "Cybersecurity", exact: true }),
    ).toBeInViewport();
  });
});
