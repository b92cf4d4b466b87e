import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { checkContent } from "../../src/build/content-check/main.ts";
import { trackRoutes } from "../../src/content/schemas/track.ts";
import { NEXT_COHORT, sentence } from "../fixtures/additions.ts";
import { ADDITIONS, FILES, WITHOUT_EDGE } from "./servers.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = `${root}${FILES.withoutEdge}/`;
const built = (path: string) => readFileSync(pages + path, "utf8");

/** Returns a page's structured data for search engines as text. */
function structuredData(page: string): string {
  const scripts = [...built(page).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  return scripts.map(([, json]) => json).join("\n");
}

test("the content check finds nothing wrong in what was added", () => {
  const place = { content: `${root}${ADDITIONS}/`, root };
  expect(checkContent(place).errors).toEqual([]);
});

test("the build has nothing of the visual editor", () => {
  const files = globSync(`${root}${WITHOUT_EDGE.folder}/dist/**/*.{html,js,mjs,json,css}`);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => /sveltia/i.test(readFileSync(file, "utf8")))).toEqual([]);
});

const year = NEXT_COHORT.slice(0, 4);

const PLACES: readonly (readonly [kind: string, path: string, expected: readonly (string | RegExp)[]])[] = [
  ["a course", "Courses.html", ["Data Engineering Bootcamp", "/Single-course?course=data-engineering"]],
  [
    "a course",
    "Single-course.html",
    ['data-course="data-engineering"', "N177,000", sentence, 'href="/Signup?course=data-engineering"'],
  ],
  ["a course", "Pricing.html", ["Data Engineering in Nine Weeks", "One Payment", "N177K"]],
  ["a course", "Plan.html", ['data-plans-of="data-engineering"']],
  ["a course, in kobo and cents", "Signup.html", [/data-engineering.*17700000.*32100/s]],
  [
    "a level",
    "course/data-science-advanced.html",
    [
      "Data Science Advanced",
      "N188,000",
      'href="/Signup?course=data-science-advanced"',
      /<meta property="og:image" content="[^"]*\/cards\/data-science\.png"/,
    ],
  ],
  ["a level", "data-science.html", ['href="/course/data-science-advanced"']],
  ["a level", "sitemap-0.xml", ["/course/data-science-advanced<"]],
  ["a level", "search-index.json", ["/course/data-science-advanced", "/product-design", "/data-science"]],
  ["a track with a level", "Courses.html", [/href="\/data-science"(?:(?!<\/article>).)*3 Months/s]],
  ["a bare track", "Courses.html", [/href="\/product-design"(?:(?!<\/article>).)*Levels to be announced/s]],
  ["a bare track", "product-design.html", [/<h1[^>]*>\s*Product Design/, "Levels to be announced"]],
  ["a track", "Which-track.html", ["Product Design"]],
  ["a track", "sitemap-0.xml", ["/data-science<", "/product-design<"]],
  ["a question", "Faqs.html", ["Are there classes at the weekend?"]],
  ["a question", "index.html", ["Are there classes at the weekend?"]],
  ["a price option", "Pricing.html", ["Early Bird", "N111K", "$234"]],
  ["a cohort", "Single-course.html", [`Feb 15, ${year}`]],
  ["a cohort", "course/foundational.html", [`Feb 15, ${year}`]],
  ["a cohort", "Cohort.html", ['href="/calendar/next-cohort.ics"']],
  ["a cohort", "calendar/next-cohort.ics", [`DTSTART;VALUE=DATE:${year}0215`]],
  ["a cohort", "Signup.html", [`15 February ${year}`]],
];
for (const [kind, path, expected] of PLACES) {
  test(`${kind} is in ${path}`, () => {
    for (const words of expected) expect(built(path)).toMatch(words);
  });
}

for (const [kind, page, expected] of [
  ["a course", "Single-course.html", ["Data Engineering Bootcamp", "321", NEXT_COHORT]],
  ["a level", "course/data-science-advanced.html", ["345", NEXT_COHORT]],
  ["a question", "Faqs.html", ["Are there classes at the weekend?"]],
] as const) {
  test(`${kind} is in the structured data of ${page}`, () => {
    const data = structuredData(page);
    for (const words of expected) expect(data).toContain(words);
  });
}

test("each new track has a social card, and the addresses of the others stay", () => {
  const files = [
    "cards/data-science.png",
    "cards/product-design.png",
    ...trackRoutes.map((route) => `${route}.html`),
  ];
  expect(files.filter((file) => !existsSync(pages + file))).toEqual([]);
});
