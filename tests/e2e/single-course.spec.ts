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

test("a link to a course shows that course, its facts and the way in", async ({ page }) => {
  for (const [id, title, time, naira, dollars, registration] of courses) {
    await page.goto(`/Single-course?course=${encodeURIComponent(id)}&currency=ngn`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(new RegExp(`^${title} · `));
    await expect(page.locator("article:visible")).toHaveCount(1);

    const facts = page.locator("dl:visible");
    await expect(facts.locator("dt")).toHaveText([
      "Next Cohort Date",
      "Duration",
      "Tuition Fee",
      "Level",
      "Learning Mode",
    ]);
    for (const fact of ["To be announced (last: Feb 26, 2024)", time, "Beginner", "Online Classes"])
      await expect(facts, title).toContainText(fact);
    await expect(facts.getByText(naira, { exact: true })).toBeVisible();
    await expect(facts.getByText(dollars, { exact: true })).toBeHidden();
    await expect(page.getByRole("link", { name: "Apply Now" })).toHaveAttribute(
      "href",
      `/Signup?course=${registration}`,
    );
  }
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(courses.at(-1)?.[1] ?? "");
  const [[id, , , , dollars]] = courses;
  await page.goto(`/Single-course?course=${id}&currency=usd`);
  await expect(page.locator("dl:visible").getByText(dollars, { exact: true })).toBeVisible();
});

test("tuition that is not announced is explained beside its zero", async ({ page }) => {
  await page.goto("/Single-course?course=data_analytics_bootcamp&currency=ngn");
  const note = page.getByText("Tuition is announced before class starts").filter({ visible: true });
  await expect(note).toHaveText(
    "Tuition is announced before class starts. Only the registration fee of N15,000 is due now.",
    { useInnerText: true },
  );
  await page.goto("/Single-course?course=cloud_practitioner");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Cloud Practitioner");
  await expect(note).toHaveCount(0);
});

test("the four sections of a single course open one at a time, and close on the second click", async ({
  page,
}) => {
  await page.goto("/Single-course?course=devops");
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

test("/Single-course without a course offers all courses, and says so for an unknown one", async ({
  page,
}) => {
  await page.goto("/Single-course?course=astrology");
  await expect(page.getByText("We don't have a course by that name.")).toBeVisible();
  await expect(page.locator("main article:visible")).toHaveCount(courses.length);
  await page.goto("/Single-course");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a course");
  await expect(page.locator("main article:visible")).toHaveCount(courses.length);
  await page.getByRole("link", { name: "AWS Certified Cloud Practitioner CLF-C02" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "AWS Certified Cloud Practitioner CLF-C02",
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript, every course can be read, and a list leads to each", async ({ page }) => {
    await page.goto("/Single-course?course=devops");
    for (const [, title] of courses) {
      await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
    }
    await page.getByRole("link", { name: "Cybersecurity", exact: true }).click();
    await expect(
      page.getByRole("heading", { level: 2, name: "Cybersecurity", exact: true }),
    ).toBeInViewport();
    const facts = page.locator("dl").first();
    await expect(facts.getByText("N500,000", { exact: true })).toBeVisible();
    await expect(facts.getByText("$1200", { exact: true })).toBeVisible();
  });
});
