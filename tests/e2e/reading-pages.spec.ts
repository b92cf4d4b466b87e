import { expect, test } from "./fixtures.ts";

/** Address, h1, and the level-2 headings that must be there. */
const pages: readonly (readonly [string, string, readonly string[]])[] = [
  ["/About", "ABOUT US", ["OUR STORY", "OUR GOAL", "OUR MISSION"]],
  ["/Terms%26Condition", "Our terms", ["Terms and Conditions", "Payment Terms", "Refund Policy", "Other"]],
  [
    "/Policy",
    "Privacy Policy",
    [
      "What User Data We Collect",
      "Why We Collect Your Data",
      "Safeguarding and Securing the Data",
      "Our Cookie Policy",
      "Links to Other Websites",
      "Restricting the Collection of your Personal Data",
    ],
  ],
  ["/Faqs", "Frequently asked questions", ["How long does the training take?"]],
  ["/Curriculum", "Curriculum", ["Course features"]],
  ["/Courses", "Courses", ["Cloud DevOps"]],
  ["/devops", "Cloud DevOps", ["Foundational", "Advanced"]],
  ["/data-analytics", "Data Analytics", ["Foundational", "Advanced"]],
  ["/cybersecurity", "Cybersecurity", ["Foundational", "Advanced"]],
  ["/project-managment", "Project Management", ["Foundational", "Advanced"]],
  ["/ai-fundamentals", "AI Fundamentals", ["Foundational", "Advanced"]],
];

const levels = [
  ["foundational", "DevOps Foundational", "devops-foundational", "3 months", "N150,000"],
  ["advanced", "DevOps Advanced", "devops-advanced", "3 months", "N350,000"],
  [
    "data-analytics-foundational",
    "Data Analytics Foundational",
    "data-analytics-foundational",
    "3 months",
    "N0",
  ],
  ["data-analytics-advanced", "Data Analytics Advanced", "data-analytics-advanced", "3 months", "N0"],
  [
    "cybersecurity-fundamentals",
    "Cybersecurity Foundational",
    "cybersecurity-foundational",
    "3 months",
    "N0",
  ],
  ["cybersecurity-advanced", "Cybersecurity Advanced", "cybersecurity-advanced", "4 months", "N0"],
  ["ai-fundamentals", "AI Foundational", "ai-foundational", "3 months", "N0"],
  ["ai-advanced", "AI Advanced", "ai-advanced", "3 months", "N0"],
  [
    "project-management-foundational",
    "Project Management Foundational",
    "project-management-foundational",
    "3 months",
    "N0",
  ],
  [
    "project-management-advanced",
    "Project Management Advanced",
    "project-management-advanced",
    "3 months",
    "N0",
  ],
] as const;

const addresses = [
  ...pages.map(([path]) => path),
  ...levels.map(([id]) => `/course/${id}`),
  "/Single-course",
  "/cityboy/training",
];

for (const [path, heading, sections] of pages) {
  test(`${path} has its heading and its sections`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    for (const section of sections) {
      await expect(page.getByRole("heading", { level: 2, name: section, exact: true })).toBeVisible();
    }
  });
}

test("each page has one h1, and a title and a description of its own", async ({ request }) => {
  const titles = new Set<string>();
  for (const path of addresses) {
    const html = await (await request.get(path)).text();
    expect(html.match(/<h1[\s>]/g), path).toHaveLength(1);
    const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
    expect(description.length, path).toBeGreaterThanOrEqual(70);
    expect(description.length, path).toBeLessThanOrEqual(160);
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? "");
  }
  expect(titles.size).toBe(addresses.length);
});

for (const [id, courseName, registration, duration, naira] of levels) {
  test(`${courseName} says what it takes, and Apply Now is at both ends`, async ({ page }) => {
    await page.goto(`/course/${id}?currency=ngn`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(courseName);
    for (const section of ["Success metrics", "About this Course", "Prerequisites", "Course Outline"]) {
      await expect(page.getByRole("heading", { level: 2, name: section })).toBeVisible();
    }
    const facts = page.locator("main dl");
    await expect(facts).toContainText("Next Cohort DateTo be announced (last: Feb 26, 2024)");
    await expect(facts).toContainText(`Duration${duration}`);
    await expect(facts).toContainText("Learning ModeOnline Classes");
    const tuition = facts.locator("div").filter({ hasText: /^Tuition Fee/ });
    await expect(tuition.getByText(naira, { exact: true })).toBeVisible();

    const apply = page.getByRole("link", { name: "Apply Now", exact: true });
    await expect(apply).toHaveCount(2);
    for (const link of await apply.all()) {
      await expect(link).toHaveAttribute("href", `/Signup?course=${registration}`);
    }
  });
}

test("each level of a track leads to its page and to its registration", async ({ page }) => {
  await page.goto("/cybersecurity");
  const advanced = page.getByRole("region", { name: "Advanced" });
  await expect(advanced).toContainText("4 months");
  await expect(advanced).toContainText("Assisted Learning");
  await expect(advanced).toContainText("Live Quizzes");
  await expect(advanced.getByRole("link", { name: "Enroll Now", exact: true })).toHaveAttribute(
    "href",
    "/Signup?course=cybersecurity-advanced",
  );
  await advanced.getByRole("link", { name: "See every week" }).click();
  await expect(page).toHaveURL(/\/course\/cybersecurity-advanced$/);
  await page
    .getByRole("navigation", { name: "Breadcrumb" })
    .getByRole("link", { name: "Cybersecurity" })
    .click();
  await expect(page).toHaveURL(/\/cybersecurity$/);
});

test("the catalogue has seven cards, and each leads to its page", async ({ page }) => {
  await page.goto("/Courses");
  const cards = page.locator("main article");
  await expect(cards).toHaveCount(7);
  for (const card of await cards.all()) {
    await expect(card).toContainText("Assisted Learning");
    await expect(card).toContainText("Live Quizzes");
  }
  await cards.filter({ hasText: "Project Management Agile & Scrum Bootcamp" }).click();
  await expect(page).toHaveURL(/\/project-managment$/);
  await page.goto("/Courses");
  await cards.filter({ hasText: "SAA-C03" }).first().click();
  await expect(page).toHaveURL(/\/Single-course\?course=solutions_architect$/);
});

test("the banner under About is one link to the contact page", async ({ page }) => {
  await page.goto("/About");
  const banner = page.getByRole("link", {
    name: /Get in touch with us.*Contact us for more enquiries\..*Contact Us/,
  });
  await expect(banner).toHaveAttribute("href", "/Contact");
});

test("the invited learners' page has no bar and no footer, and search engines stay away", async ({
  page,
}) => {
  await page.goto("/cityboy/training");
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(page.getByRole("link", { name: "Go to the home page" })).toHaveAttribute("href", "/");
});

test("an address typed in another spelling arrives, and keeps its course", async ({ page }) => {
  await page.goto("/single-course/?course=devops");
  await expect(page).toHaveURL(/\/Single-course\?course=devops$/);
  await page.goto("/terms");
  await expect(page).toHaveURL(/\/Terms%26Condition$/);
});
