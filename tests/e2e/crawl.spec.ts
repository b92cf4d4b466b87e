import { routes } from "../fixtures/routes.ts";
import { expect, test } from "./fixtures.ts";
import { SITE } from "./servers.ts";

interface CrawledPage {
  readonly path: string;
  readonly status: number;
  readonly titles: readonly string[];
  readonly descriptions: readonly string[];
  readonly headings: number;
  readonly links: readonly string[];
}

/** The part of a link within this site, without its fragment; null when it leads elsewhere. */
function internalPath(href: string, from: string): string | null {
  const url = new URL(href.replaceAll("&amp;", "&"), SITE.origin + from);
  return url.origin === SITE.origin ? url.pathname + url.search : null;
}

const all = (html: string, pattern: RegExp) => Array.from(html.matchAll(pattern), (match) => match[1] ?? "");

async function read(path: string): Promise<CrawledPage> {
  const answer = await fetch(SITE.origin + path, { redirect: "manual" });
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  const html = isPage ? await answer.text() : "";
  return {
    path,
    status: answer.status,
    titles: all(html, /<title>([^<]+)<\/title>/g).slice(0, 1),
    descriptions: all(html, /<meta name="description" content="([^"]+)"/g),
    headings: all(html.replace(/<noscript>.*?<\/noscript>/gs, ""), /<(h1)[\s>]/g).length,
    links: all(html, /<a\s[^>]*?href="([^"#][^"]*)"/g).filter((href) => !/^(tel|mailto):/.test(href)),
  };
}

/** Every page that can be reached from Home by links, each once. */
async function crawl(): Promise<CrawledPage[]> {
  const pages = new Map<string, CrawledPage>();
  const waiting = ["/"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const page = await read(path);
    pages.set(path, page);
    for (const href of page.links) {
      const next = internalPath(href, path);
      if (next && !pages.has(next)) waiting.push(next);
    }
  }
  return [...pages.values()];
}

/** The hidden route, and the page that only the edge leads to. */
const UNLINKED: readonly string[] = ["/cityboy/training", "/Payment"];

test("every internal link leads to a page, at once and without a detour, and every address can be reached from Home", async () => {
  const pages = await crawl();
  const wrong = pages.filter(({ status }) => status !== 200);
  expect(wrong.map(({ path, status }) => `${path} ${status}`)).toEqual([]);
  const reached = pages.map(({ path }) => path.split("?")[0]);
  expect(reached).toEqual(expect.arrayContaining(routes.filter((path) => !UNLINKED.includes(path))));
});

test("every page has its own title, its own description and one h1", async () => {
  const pages = await Promise.all(routes.map(read));
  for (const { path, status, titles, descriptions, headings } of pages) {
    expect(status, path).toBe(200);
    expect(titles, path).toHaveLength(1);
    expect(descriptions, path).toHaveLength(1);
    expect(descriptions[0]?.length, path).toBeGreaterThanOrEqual(60);
    expect(descriptions[0]?.length, path).toBeLessThanOrEqual(160);
    expect(headings, path).toBe(1);
  }
  expect(new Set(pages.map(({ titles }) => titles[0])).size).toBe(pages.length);
  expect(new Set(pages.map(({ descriptions }) => descriptions[0])).size).toBe(pages.length);
});
