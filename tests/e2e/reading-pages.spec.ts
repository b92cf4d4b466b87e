import { entryIds, readEntry } from "../fixtures/content-entries.ts";
import { expect, test } from "./fixtures.ts";

/** Address, h1, and a level-2 heading that must be there. */
const pages = [
  ["/About", "ABOUT US", "OUR GOAL"],
  ["/Terms%26Condition", "Our terms", "Payment Terms"],
  ["/Policy", "Privacy Policy", "Our Cookie Policy"],
  ["/Faqs", "Frequently asked questions", "How long does the training take?"],
  ["/Curriculum", "Curriculum", "Course features"],
  ["/Courses", "Courses", "Cloud DevOps"],
  ["/devops", "Cloud DevOps", "Foundational"],
  ["/project-managment", "Project Management", "Advanced"],
] as const;

/** The text of each heading of a level, in the HTML as it is served. */
function headingsIn(html: string, level: 1 | 2): string[] {
  const headings = [...html.matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, "gs"))];
  return headings.map(([, inside = ""]) => wordsOf(inside));
}

const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();

test("each page has its heading and its sections", async ({ request }) => {
  for (const [path, heading, section] of pages) {
    const html = await (await request.get(path)).text();
    expect(headingsIn(html, 1), path).toEqual([heading]);
    expect(headingsIn(html, 2), path).toContain(section);
  }
});

test("each level says what it takes, and Apply Now is at both ends", async ({ request }) => {
  for (const id of entryIds("levels")) {
    const { course, ownCourse, courseName, durationMonths } = readEntry("levels", id);
    const { naira } = (ownCourse ?? readEntry("courses", course)).registration;
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
    for (const [, href] of apply) expect(href).toBe(`/Signup?course=${course ?? id}`);
  }
});

test("the catalogue has seven cards, and a press anywhere on one opens its course", async ({ page }) => {
  await page.goto("/Courses");
  const cards = page.locator("main article");
  await expect(cards).toHaveCount(7);
  await cards.filter({ hasText: "SAA-C03" }).first().click();
  await expect(page).toHaveURL(/\/Single-course\?course=solutions_architect$/);
});
