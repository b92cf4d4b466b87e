import type { APIRequestContext } from "@playwright/test";
import { readEntry } from "../fixtures/content-entries.ts";
import { routes, UNLISTED } from "../fixtures/routes.ts";
import { type JsonObject, thingsIn, vocabularyProblems } from "../fixtures/schema-org.ts";
import { expect, test } from "./fixtures.ts";

/** The address that the built site has for itself. The tests reach it at another port. */
const HOME = "http://localhost:4321";
const addressOf = (route: string) => HOME + route;
const pathOf = (address: string) => address.replace(HOME, "") || "/";

interface ReadPage {
  readonly route: string;
  readonly status: number;
  readonly html: string;
  readonly isIndexed: boolean;
  readonly things: readonly JsonObject[];
}

async function read(request: APIRequestContext, route: string): Promise<ReadPage> {
  const answer = await request.get(route, { maxRedirects: 0 });
  const isPage = answer.headers()["content-type"]?.startsWith("text/html") ?? false;
  const html = isPage ? await answer.text() : "";
  return {
    route,
    status: answer.status(),
    html,
    isIndexed: !html.includes('<meta name="robots" content="noindex">'),
    things: all(html, /<script type="application\/ld\+json">(.*?)<\/script>/gs).flatMap((text) =>
      thingsIn(JSON.parse(text)),
    ),
  };
}

let allPages: Promise<ReadPage[]> | undefined;
/** Every page, asked for once: they do not change. */
function readAll(request: APIRequestContext): Promise<ReadPage[]> {
  allPages ??= Promise.all(routes.map((route) => read(request, route)));
  return allPages;
}

/** Returns the text of the pattern's group in each match. */
const all = (html: string, pattern: RegExp) => Array.from(html.matchAll(pattern), ([, match = ""]) => match);
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
const ofType = (page: ReadPage, type: string) => page.things.filter((thing) => thing["@type"] === type);

test("every page has its own title, description and canonical address, and one h1", async ({ request }) => {
  const pages = await readAll(request);
  const [titles, descriptions] = [new Set<string>(), new Set<string>()];
  for (const { route, status, html } of pages) {
    expect(status, route).toBe(200);
    expect(all(html, /<link rel="canonical" href="([^"]*)"/g), route).toEqual([addressOf(route)]);
    expect(html, route).toContain(`<meta property="og:url" content="${addressOf(route)}">`);
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? "");
    const [description = "", ...others] = all(html, /<meta name="description" content="([^"]+)"/g);
    expect(others, route).toEqual([]);
    expect(description.length, route).toBeGreaterThanOrEqual(60);
    expect(description.length, route).toBeLessThanOrEqual(160);
    descriptions.add(description);
    expect(all(html.replace(/<noscript>.*?<\/noscript>/gs, ""), /<(h1)[\s>]/g), route).toHaveLength(1);
  }
  expect([titles.size, descriptions.size]).toEqual([pages.length, pages.length]);
});

/** The hidden route, and the pages that only the edge leads to. */
const UNLINKED: readonly string[] = ["/cityboy/training", "/Payment", "/Email-link"];

test("every internal link leads to a page directly, and Home leads to every address", async ({ request }) => {
  const pages = new Map<string, ReadPage>();
  const waiting = ["/"];
  for (let route = waiting.pop(); route !== undefined; route = waiting.pop()) {
    if (pages.has(route)) continue;
    const page = await read(request, route);
    pages.set(route, page);
    for (const href of all(page.html, /<a\s[^>]*?href="([^"#][^"]*)"/g)) {
      const url = new URL(href.replaceAll("&amp;", "&"), HOME + route);
      if (url.origin === HOME) waiting.push(url.pathname + url.search);
    }
  }
  const wrong = [...pages.values()].filter(({ status }) => status !== 200);
  expect(wrong.map(({ route, status }) => `${route} ${status}`)).toEqual([]);
  const reached = [...pages.keys()].map((route) => route.split("?")[0]);
  expect(reached).toEqual(expect.arrayContaining(routes.filter((route) => !UNLINKED.includes(route))));
});

test("the sitemap lists the pages for search engines, each once, and nothing else", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toMatch(/^User-agent: \*\nAllow: \/\n/);
  expect(robots).not.toContain("Disallow");
  const index = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? "";
  const locations = async (address: string) =>
    all(await (await request.get(pathOf(address))).text(), /<loc>([^<]*)<\/loc>/g);
  const listed = (await Promise.all((await locations(index)).map(locations))).flat();
  const indexed = (await readAll(request)).filter(({ isIndexed }) => isIndexed);
  expect(indexed.map(({ route }) => route)).toEqual(routes.filter((route) => !UNLISTED.includes(route)));
  expect(listed.toSorted()).toEqual(indexed.map(({ route }) => addressOf(route)).toSorted());
  expect((await read(request, "/no-such-page")).isIndexed).toBe(false);
});

test("every other spelling and name of a page redirects to it with the choice of its link", async ({
  request,
}) => {
  for (const [from, to] of [
    ["/about/", "/About"],
    ["/terms", "/Terms%26Condition"],
    ["/course/devops-foundational", "/course/foundational"],
  ]) {
    const answer = await request.get(`${from}?course=devops-full`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], from).toEqual([301, `${to}?course=devops-full`]);
  }
});

test("structured data is valid by schema.org's vocabulary, and has no placeholder", async ({ request }) => {
  for (const { route, things, isIndexed } of await readAll(request)) {
    expect(vocabularyProblems(things), route).toEqual([]);
    expect(things.length > 0, route).toBe(isIndexed);
    expect(JSON.stringify(things), route).not.toMatch(/example|placeholder|\+234 ?000|2340000000/i);
    const types = things.map((thing) => thing["@type"]);
    if (route === "/") expect(types).toEqual(["EducationalOrganization", "WebSite"]);
  }
});

test("every level's page describes its course, with its price where one is announced", async ({
  request,
}) => {
  for (const page of await readAll(request)) {
    const courses = ofType(page, "Course");
    if (!page.route.startsWith("/course/")) continue;
    const record = readEntry("levels", page.route.replace("/course/", ""));
    const { registration, coursePage = registration } =
      record.ownCourse ?? readEntry("courses", record.course);
    expect(courses, page.route).toMatchObject([{ url: addressOf(page.route) }]);
    const prices = JSON.stringify(courses[0]?.offers);
    const { naira } = { ...registration, ...coursePage };
    expect(prices.includes(`"price":"${naira}.00"`), page.route).toBe(naira > 0);
  }
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
    const crumbsHtml = /<ol class="crumbs[^"]*">(.*?)<\/ol>/s.exec(page.html)?.[1];
    if (crumbsHtml === undefined) {
      expect(crumbs, page.route).toHaveLength(2);
      continue;
    }
    const names = all(crumbsHtml, /<li[^>]*>(.*?)<\/li>/gs).map(wordsOf);
    expect(crumbs.slice(1).map(({ name }) => name)).toEqual(names);
    const links = all(crumbsHtml, /href="([^"]*)"/g).map(addressOf);
    expect(crumbs.slice(1, -1).map(({ item }) => item["@id"])).toEqual(links);
  }
});

test("the structured data of the questions is what the page shows", async ({ request }) => {
  const page = await read(request, "/Faqs");
  const [faqs] = ofType(page, "FAQPage") as unknown as {
    mainEntity: { name: string; acceptedAnswer: { text: string } }[];
  }[];
  const questions = faqs?.mainEntity ?? [];
  const details = all(page.html, /<details[^>]*>(.*?)<\/details>/gs).slice(-questions.length);
  expect(details.flatMap((html) => all(html, /<h[23][^>]*>(.*?)<\/h[23]>/gs)).map(wordsOf)).toEqual(
    questions.map(({ name }) => name),
  );
  const answers = questions.map(({ acceptedAnswer }) => wordsOf(acceptedAnswer.text)).join(" ");
  expect(answers).toContain("N15,000 in Nigeria and $9.00 elsewhere");
  for (const html of details) {
    const [words = ""] = all(html, /<(?:p|li)>(.*?)<\/(?:p|li)>/gs).filter(
      (line) => !line.includes("in-ngn"),
    );
    expect(answers).toContain(wordsOf(words));
  }
});
