import { globSync, readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { parse } from "yaml";
import { levelHref, signupHref, singleCourseHref } from "../../src/domain/catalogue/links.ts";
import { contentFolder, entryIds, readEntry } from "../fixtures/content-entries.ts";
import { routes, UNLISTED } from "../fixtures/routes.ts";
import { type JsonObject, thingsIn, vocabularyProblems } from "../fixtures/schema-org.ts";
import { expect, test } from "./fixtures.ts";
import { redirectRules } from "./redirect-rules.ts";

/** Where the built site says it lives; the tests reach it at another port. */
const HOME = "http://localhost:4321";
const addressOf = (route: string) => HOME + route;
const pathOf = (address: string) => address.replace(HOME, "") || "/";

interface ReadPage {
  readonly route: string;
  readonly html: string;
  readonly isIndexed: boolean;
  readonly things: readonly JsonObject[];
}

async function read(request: APIRequestContext, route: string): Promise<ReadPage> {
  const html = await (await request.get(route)).text();
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return {
    route,
    html,
    isIndexed: !/<meta name="robots" content="noindex">/.test(html),
    things: blocks.flatMap(([, text = ""]) => thingsIn(JSON.parse(text))),
  };
}

let allPages: Promise<ReadPage[]> | undefined;
/** Every page, asked for once: they do not change. */
function readAll(request: APIRequestContext): Promise<ReadPage[]> {
  allPages ??= Promise.all(routes.map((route) => read(request, route)));
  return allPages;
}
const ofType = (page: ReadPage, type: string) => page.things.filter((thing) => thing["@type"] === type);
const linked = (html: string, rel: string) =>
  [...html.matchAll(new RegExp(`<link rel="${rel}" href="([^"]*)"`, "g"))].map(([, href]) => href);

test("every page names one canonical address: its own, as links spell it", async ({ request }) => {
  for (const { route, html } of await readAll(request)) {
    expect(linked(html, "canonical"), route).toEqual([addressOf(route)]);
    expect(html, route).toContain(`<meta property="og:url" content="${addressOf(route)}">`);
  }
});

test("the sitemap lists the pages for search engines, each once, and nothing else", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toMatch(/^User-agent: \*\nAllow: \/\n/);
  expect(robots).not.toContain("Disallow");
  const index = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? "";
  const locations = async (address: string) => {
    const text = await (await request.get(pathOf(address))).text();
    return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location = ""]) => location);
  };
  const listed = (await Promise.all((await locations(index)).map(locations))).flat();
  const indexed = (await readAll(request)).filter(({ isIndexed }) => isIndexed);
  expect(indexed.map(({ route }) => route)).toEqual(routes.filter((route) => !UNLISTED.includes(route)));
  expect(listed.toSorted()).toEqual(indexed.map(({ route }) => addressOf(route)).toSorted());
});

test("the page for what is not found asks search engines to stay away", async ({ request }) => {
  expect((await read(request, "/no-such-page")).isIndexed).toBe(false);
});

test("every other spelling and name of a page leads to it, for good and in one step", async ({ request }) => {
  const rules = redirectRules();
  expect(rules.length).toBeGreaterThan(200);
  for (const { from, to } of rules) {
    const answer = await request.get(from, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], from).toEqual([301, to]);
  }
  for (const to of new Set(rules.map((rule) => rule.to))) {
    expect((await request.get(to, { maxRedirects: 0 })).status(), to).toBe(200);
  }
});

test("another spelling keeps the choice that a link carries", async ({ request }) => {
  const answer = await request.get("/signup?course=devops-full", { maxRedirects: 0 });
  expect(answer.headers().location).toBe("/Signup?course=devops-full");
});

test("structured data is valid by schema.org's vocabulary", async ({ request }) => {
  for (const { route, things, isIndexed } of await readAll(request)) {
    expect(vocabularyProblems(things), route).toEqual([]);
    expect(things.length > 0, route).toBe(isIndexed);
  }
});

test("no structured data has a placeholder", async ({ request }) => {
  for (const { route, things } of await readAll(request)) {
    expect(JSON.stringify(things), route).not.toMatch(/example|placeholder|\+234 ?000|2340000000/i);
  }
});

test("Home's structured data has the academy and its website", async ({ request }) => {
  const home = await read(request, "/");
  expect(home.things.map((thing) => thing["@type"])).toEqual(["EducationalOrganization", "WebSite"]);
  expect(home.things[0]).toMatchObject({ url: addressOf("/"), logo: addressOf("/icon-512.png") });
  expect((await request.get("/icon-512.png")).status()).toBe(200);
});

interface CourseThing {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly provider: { readonly name: string };
  readonly offers: readonly { category: string; url: string; price?: string; priceCurrency?: string }[];
  readonly hasCourseInstance: {
    readonly courseMode: string;
    readonly courseSchedule: { readonly repeatCount: number; readonly repeatFrequency: string };
    readonly startDate?: string;
  };
}

const COURSE_PAGES = [
  ...routes.filter((route) => route.startsWith("/course/")).map((route) => ({ route, courses: 1 })),
  ...["/devops", "/data-analytics", "/cybersecurity", "/project-managment", "/ai-fundamentals"].map(
    (route) => ({ route, courses: 2 }),
  ),
  { route: "/Single-course", courses: 2 },
];

test("courses' structured data has what Google requires, and what their page says", async ({ request }) => {
  for (const { route, courses } of COURSE_PAGES) {
    const page = await read(request, route);
    const described = ofType(page, "Course") as unknown as CourseThing[];
    expect(described, route).toHaveLength(courses);
    for (const course of described) {
      expect(course.name, route).not.toBe("");
      expect(page.html, route).toContain(course.name.replaceAll("&", "&amp;"));
      expect(course.description.length, route).toBeGreaterThan(60);
      expect(course.provider.name, route).not.toBe("");
      const { courseMode, courseSchedule, startDate } = course.hasCourseInstance;
      expect(courseMode, route).toBe("Online");
      expect(courseSchedule.repeatCount, route).toBeGreaterThan(0);
      expect(["Weekly", "Monthly"], route).toContain(courseSchedule.repeatFrequency);
      // The cohort in the content is over.
      expect(startDate, route).toBeUndefined();
      expect((await request.get(pathOf(course.url))).status(), course.url).toBe(200);
      for (const offer of course.offers) {
        expect(offer.category, route).toBe("Paid");
        expect((await request.get(pathOf(offer.url))).status(), offer.url).toBe(200);
      }
    }
  }
});

interface CourseRecord {
  readonly registration: { readonly naira: number; readonly dollars: number };
  readonly coursePage?: Partial<CourseRecord["registration"]>;
}

/** What one registers for, by the address of a level or of a card of the catalogue: a file in content/courses. */
function recordsByAddress(): Map<string, string> {
  const levels = entryIds("levels").map((id) => [levelHref(id), readEntry("levels", id).course] as const);
  const cards = globSync(`${contentFolder}catalogue/*.mdx`)
    .map((file) => parse(readFileSync(file, "utf8").split("---\n")[1] ?? ""))
    .map(({ id, course }) => [singleCourseHref(id), course] as const);
  return new Map([...levels, ...cards]);
}

/** What the content asks, in the words of schema.org; where tuition is not announced, no price is named. */
function offersOf(record: string) {
  const { registration, coursePage } = readEntry("courses", record) as CourseRecord;
  const { naira, dollars } = { ...registration, ...coursePage };
  const offer = { category: "Paid", url: addressOf(signupHref(record)) };
  if (naira + dollars === 0) return [offer];
  return [
    { ...offer, price: `${naira}.00`, priceCurrency: "NGN" },
    { ...offer, price: `${dollars}.00`, priceCurrency: "USD" },
  ];
}

test("every course has the content's price in all structured data", async ({ request }) => {
  const records = recordsByAddress();
  let priced = 0;
  for (const page of await readAll(request)) {
    const described = ofType(page, "Course") as unknown as CourseThing[];
    const expected = COURSE_PAGES.find(({ route }) => route === page.route);
    expect(described, page.route).toHaveLength(expected?.courses ?? 0);
    for (const course of described) {
      const record = records.get(pathOf(course.url)) ?? "";
      const offers = course.offers.map(({ category, url, price, priceCurrency }) => ({
        category,
        url,
        ...(price && { price, priceCurrency }),
      }));
      expect(offers, `${page.route}: ${course.name}`).toEqual(offersOf(record));
      if (offers.some(({ price }) => price)) priced += 1;
    }
  }
  expect(priced).toBeGreaterThan(0);
});

test("every page below Home has its breadcrumbs in structured data", async ({ request }) => {
  for (const page of await readAll(request)) {
    const lists = ofType(page, "BreadcrumbList") as unknown as {
      itemListElement: { position: number; name: string; item: { "@id": string } }[];
    }[];
    if (page.route === "/" || !page.isIndexed) {
      expect(lists, page.route).toEqual([]);
      continue;
    }
    expect(lists, page.route).toHaveLength(1);
    const crumbs = lists[0]?.itemListElement ?? [];
    expect(crumbs.map(({ position }) => position)).toEqual(crumbs.map((_, index) => index + 1));
    expect(crumbs.at(0)).toMatchObject({ name: "Home", item: { "@id": addressOf("/") } });
    expect(crumbs.at(-1)?.item["@id"]).toBe(addressOf(page.route));
    const shown = /<ol class="crumbs">(.*?)<\/ol>/s.exec(page.html)?.[1];
    if (shown === undefined) {
      expect(crumbs, page.route).toHaveLength(2);
      continue;
    }
    const names = [...shown.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, item = ""]) =>
      item.replace(/<[^>]*>/g, ""),
    );
    expect(crumbs.slice(1).map(({ name }) => name)).toEqual(names);
    const links = [...shown.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => addressOf(href));
    expect(crumbs.slice(1, -1).map(({ item }) => item["@id"])).toEqual(links);
  }
});

test("the structured data of the questions is what the page shows", async ({ page, request }) => {
  const [faqs] = ofType(await read(request, "/Faqs"), "FAQPage") as unknown as {
    mainEntity: { name: string; acceptedAnswer: { text: string } }[];
  }[];
  await page.goto("/Faqs");
  const shown = await page.locator("main details").evaluateAll((items) =>
    items.map((item) => ({
      question: item.querySelector("h2, h3")?.textContent?.trim(),
      paragraphs: [...item.querySelectorAll(".prose > p, .prose li")]
        .filter((part) => !part.querySelector(".price"))
        .map((part) => part.textContent?.replace(/\s+/g, " ").trim() ?? ""),
    })),
  );
  expect(faqs?.mainEntity.map(({ name }) => name)).toEqual(shown.map(({ question }) => question));
  const texts = await page.evaluate(
    (answers) =>
      answers.map((html) => {
        const text = new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
        return text.replace(/\s+/g, " ");
      }),
    faqs?.mainEntity.map(({ acceptedAnswer }) => acceptedAnswer.text) ?? [],
  );
  shown.forEach(({ paragraphs }, index) => {
    for (const paragraph of paragraphs) expect(texts[index]).toContain(paragraph);
  });
  expect(texts.join(" ")).toContain("N15,000 in Nigeria and $9.00 elsewhere");
});
