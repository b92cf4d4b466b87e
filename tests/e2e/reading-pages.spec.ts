import { entryIds, readEntry } from "../fixtures/content-entries.ts";
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

/** The text of each heading of a level, in the HTML as it is served. */
function headingsIn(html: string, level: 1 | 2): string[] {
  const found = [...html.matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, "gs"))];
  return found.map(([, inside = ""]) => wordsOf(inside));
}

const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();

test("each page has its heading and its sections", async ({ request }) => {
  for (const [path, heading, sections] of pages) {
    const html = await (await request.get(path)).text();
    expect(headingsIn(html, 1), path).toEqual([heading]);
    expect(headingsIn(html, 2), path).toEqual(expect.arrayContaining([...sections]));
  }
});

test("each level says what it takes, and Apply Now is at both ends", async ({ request }) => {
  for (const id of entryIds("levels")) {
    const { course, courseName, durationMonths } = readEntry("levels", id);
    const { naira } = readEntry("courses", course).registration;
    const html = await (await request.get(`/course/${id}`)).text();
    expect(headingsIn(html, 1)).toEqual([courseName]);
    expect(headingsIn(html, 2), courseName).toEqual(
      expect.arrayContaining(["Success metrics", "About this Course", "Prerequisites", "Course Outline"]),
    );
    const facts = wordsOf(/<main.*?<dl.*?<\/dl>/s.exec(html)?.[0].replace(/.*<dl/s, "<dl") ?? "");
    for (const fact of [
      "Next Cohort Date ?To be announced \\(last: Feb 26, 2024\\)",
      `Duration ?${durationMonths} months`,
      "Learning Mode ?Online Classes",
      `Tuition Fee ?N${naira.toLocaleString("en")}\\b`,
    ]) {
      expect(facts, courseName).toMatch(new RegExp(fact));
    }
    const apply = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>\s*Apply Now\s*</g)];
    expect(apply.length, courseName).toBeGreaterThanOrEqual(2);
    for (const [, href] of apply) expect(href).toBe(`/Signup?course=${course}`);
  }
});

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
