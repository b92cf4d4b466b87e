import { existsSync, globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trackRoutes } from "~/content/schemas/track.ts";
import { checkContent } from "../../src/build/content-check/main.ts";
import { addToContent, NEXT_COHORT } from "../fixtures/additions.ts";
import { lines, TODAY } from "../fixtures/changed-content.ts";
import { copyOfProject } from "../fixtures/project-copy.ts";

const LONGEST_BUILD_MS = 300_000;

const project = copyOfProject("one-file");
const built = (path: string) => project.read(`dist/client/${path}`);

/** A page's structured data for search engines, as text. */
function structuredData(page: string): string {
  const scripts = [...built(page).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  return scripts.map(([, json]) => json).join("\n");
}

beforeAll(async () => {
  addToContent(project);
  const { code, output } = await project.run("build");
  expect(code, output.slice(-3000)).toBe(0);
}, LONGEST_BUILD_MS);

afterAll(() => project.remove());

test("the content check finds nothing wrong in what was added", () => {
  const place = { content: `${project.root}content/`, root: project.root };
  expect(lines(checkContent(place, TODAY).errors)).toEqual([]);
});

test("the build has nothing of the visual editor", () => {
  const files = globSync(`${project.root}dist/**/*.{html,js,mjs,json,css}`);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => /sveltia/i.test(readFileSync(file, "utf8")))).toEqual([]);
});

describe("a course is one file, content/catalogue/data-engineering.mdx, and is", () => {
  test("a course is one file, content/catalogue/data-engineering.mdx, and is on /Courses, with a link to its page", () => {
    const page = built("Courses.html");
    expect(page).toContain("Data Engineering Bootcamp");
    expect(page).toContain('href="/Single-course?course=data-engineering"');
  });

  test("a course is one file, content/catalogue/data-engineering.mdx, and is on /Single-course, with its price, its text and the way to register", () => {
    const page = built("Single-course.html");
    expect(page).toContain('data-course="data-engineering"');
    expect(page).toContain("N177,000");
    expect(page).toContain("finish on your own laptop");
    expect(page).toContain('href="/Signup?course=data-engineering"');
  });

  test("a course is one file, content/catalogue/data-engineering.mdx, and is on /Pricing, with its cards", () => {
    const page = built("Pricing.html");
    expect(page).toContain("Data Engineering in Nine Weeks");
    expect(page).toContain("One Payment");
    expect(page).toContain("N177K");
  });

  test("a course is one file, content/catalogue/data-engineering.mdx, and is on /Compare and on /Plan, with its payments", () => {
    expect(built("Compare.html")).toContain("Data Engineering Bootcamp");
    expect(built("Plan.html")).toContain('data-plans-of="data-engineering"');
  });

  test("a course is one file, content/catalogue/data-engineering.mdx, and is on /Signup, with what it costs in kobo and cents", () => {
    const page = built("Signup.html");
    expect(page).toContain("Data Engineering");
    expect(page).toMatch(/data-engineering.*17700000.*32100/s);
  });

  test("a course is one file, content/catalogue/data-engineering.mdx, and is in structured data", () => {
    const data = structuredData("Single-course.html");
    expect(data).toContain("Data Engineering Bootcamp");
    expect(data).toContain("321");
  });
});

describe("a level is one file, content/levels/data-science-advanced.yaml, and is", () => {
  test("a level is one file, content/levels/data-science-advanced.yaml, and is on its own page, with its price and the way to register", () => {
    const page = built("course/data-science-advanced.html");
    expect(page).toContain("Data Science Advanced");
    expect(page).toContain("N188,000");
    expect(page).toContain('href="/Signup?course=data-science-advanced"');
    expect(structuredData("course/data-science-advanced.html")).toContain("345");
  });

  test("a level is one file, content/levels/data-science-advanced.yaml, and is on its track's page", () => {
    expect(built("data-science.html")).toContain('href="/course/data-science-advanced"');
  });

  test("a level is one file, content/levels/data-science-advanced.yaml, and is on /Signup, in the sitemap, and with its track's social card", () => {
    expect(built("Signup.html")).toMatch(/data-science-advanced.*18800000.*34500/s);
    expect(built("sitemap-0.xml")).toContain("/course/data-science-advanced<");
    expect(built("course/data-science-advanced.html")).toMatch(
      /<meta property="og:image" content="[^"]*\/cards\/data-science\.png"/,
    );
  });
});

describe("a track is one file, and is", () => {
  test.each([
    ["data-science", "Data Science", "3 Months"],
    ["product-design", "Product Design", "Levels to be announced"],
  ])(
    "a track is one file, %s, and is on its own page, on /Courses, in the sitemap, on a card and among the redirects",
    (id, name, time) => {
      const page = built(`${id}.html`);
      expect(page).toMatch(new RegExp(`<h1[^>]*>\\s*${name}`));
      const [, card = ""] = built("Courses.html").split(`href="/${id}"`);
      expect(card.split("</article>")[0]).toContain(time);
      expect(built("sitemap-0.xml")).toContain(`/${id}<`);
      expect(existsSync(`${project.root}dist/client/cards/${id}.png`)).toBe(true);
      expect(built("_redirects")).toContain(`/${id}/ /${id} 301`);
    },
  );

  test("a track is one file, and is in the search, with no card of the catalogue and with a level", () => {
    const index = built("search-index.json");
    for (const words of ["/product-design", "/data-science", "/course/data-science-advanced"]) {
      expect(index).toContain(words);
    }
  });

  test("a track is one file, and is on /Which-track, which knows its name", () => {
    expect(built("Which-track.html")).toContain("Product Design");
  });

  test("a track is one file, and its page says that it has no levels yet", () => {
    expect(built("product-design.html")).toContain("Levels to be announced");
  });

  test("a new track leaves the addresses of the others as they were", () => {
    for (const route of trackRoutes) {
      expect(existsSync(`${project.root}dist/client${route}.html`), route).toBe(true);
    }
  });
});

describe("a question is one file, content/faqs/50-weekends.mdx, and is", () => {
  test.each(["Faqs.html", "index.html"])(
    "a question is one file, content/faqs/50-weekends.mdx, and is on %s",
    (page) => {
      expect(built(page)).toContain("Are there classes at the weekend?");
    },
  );

  test("a question is one file, content/faqs/50-weekends.mdx, and is in structured data", () => {
    expect(structuredData("Faqs.html")).toContain("Are there classes at the weekend?");
  });
});

test("a price option is one file, content/courses/aws-cloud-practitioner.yaml, and is on /Pricing", () => {
  const page = built("Pricing.html");
  expect(page).toContain("Early Bird");
  expect(page).toContain("N111K");
  expect(page).toContain("$234");
});

describe("a cohort is one file, content/cohorts/next.yaml, that content/pages/catalogue.yaml names, and is", () => {
  const year = NEXT_COHORT.slice(0, 4);

  test.each(["Single-course.html", "course/foundational.html", "course/data-science-advanced.html"])(
    "a cohort is one file, content/cohorts/next.yaml, that content/pages/catalogue.yaml names, and is on %s, for visitors and for search engines",
    (page) => {
      expect(built(page)).toContain(`Feb 15, ${year}`);
      expect(structuredData(page)).toContain(NEXT_COHORT);
    },
  );

  test("a cohort is one file, content/cohorts/next.yaml, that content/pages/catalogue.yaml names, and is on /Cohort, with a calendar file", () => {
    expect(built("Cohort.html")).toContain('href="/calendar/next-cohort.ics"');
    expect(built("calendar/next-cohort.ics")).toContain(`DTSTART;VALUE=DATE:${year}0215`);
  });

  test("a cohort is one file, content/cohorts/next.yaml, that content/pages/catalogue.yaml names, and is on /Signup, among the cohorts to choose from", () => {
    expect(built("Signup.html")).toContain(`15 February ${year}`);
  });
});
