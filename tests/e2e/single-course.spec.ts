import { expect, test } from "./fixtures.ts";

const courses = [
  ["devops", "Cloud DevOps", "6 Months", "N500,000", "$1200", "devops-full"],
  [
    "solutions_architect",
    "AWS Solutions Architect Associate SAA-C03",
    "8 Weeks",
    "N170,000",
    "$408",
    "aws-solutions-architect",
  ],
  [
    "cloud_practitioner",
    "AWS Certified Cloud Practitioner CLF-C02",
    "4 Weeks",
    "N120,000",
    "$288",
    "aws-cloud-practitioner",
  ],
  ["data_analytics_bootcamp", "Data Analytics", "3 / 3 Months", "N0", "$0", "data-analytics-foundational"],
  ["cybersecurity_bootcamp", "Cybersecurity", "3 / 4 Months", "N0", "$0", "cybersecurity-foundational"],
  ["ai_fundamentals_bootcamp", "AI Fundamentals", "3 / 3 Months", "N0", "$0", "ai-foundational"],
  [
    "project managment",
    "Project Management Agile & Scrum Bootcamp",
    "3 / 3 Months",
    "N0",
    "$0",
    "project-management-foundational",
  ],
] as const;

const LABELS = ["Next Cohort Date", "Duration", "Tuition Fee", "Level", "Learning Mode"];

test("a link to a course shows that course alone, in the visitor's currency", async ({ page }) => {
  const note = page.getByText("Tuition is announced before class starts").filter({ visible: true });
  for (const [id, title, , naira, dollars] of [courses[0], courses[6]]) {
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

  const sections = page.locator("details:visible");
  await expect(sections.locator("summary")).toContainText([
    "About this course",
    "What you will learn",
    "Prerequisites",
    "Courses Outline",
  ]);
  await sections.nth(3).locator("summary").click();
  await expect(page.getByText("Kubernetes", { exact: true }).filter({ visible: true })).toHaveCount(1);
  await sections.nth(2).locator("summary").click();
  await expect(page.locator("details[open]")).toHaveCount(1);
  await expect(sections.nth(2).getByText("Willingness To Learn")).toBeVisible();
  await sections.nth(2).locator("summary").click();
  await expect(page.locator("details[open]")).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript, every course can be read in both currencies, and a list leads to each", async ({
    page,
  }) => {
    await page.goto("/Single-course?course=devops");
    await expect(page.locator("article:has(dl)")).toHaveCount(courses.length);
    for (const [id, title, time, naira, dollars, registration] of courses) {
      const panel = page.locator(`[data-course="${id}"]`);
      await expect(panel.getByRole("heading", { level: 2 }).first()).toHaveText(title);
      await expect(panel.locator("dt"), title).toHaveText(LABELS);
      for (const fact of ["To be announced (last: Feb 26, 2024)", time, "Beginner", "Online Classes"])
        await expect(panel.locator("dl"), title).toContainText(fact);
      await expect(panel.locator("dl").getByText(naira, { exact: true })).toBeVisible();
      await expect(panel.locator("dl").getByText(dollars, { exact: true })).toBeVisible();
      const apply = panel.getByRole("link", { name: "Apply Now" }).first();
      await expect(apply).toHaveAttribute("href", `/Signup?course=${registration}`);
    }
    await page.getByRole("link", { name: "Cybersecurity", exact: true }).click();
    await expect(
      page.getByRole("heading", { level: 2, name: "Cybersecurity", exact: true }),
    ).toBeInViewport();
  });
});
