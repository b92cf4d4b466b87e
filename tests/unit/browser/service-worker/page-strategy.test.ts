import { beforeEach, expect, test, vi } from "vitest";
import type { StrategyHandler } from "workbox-strategies/StrategyHandler.js";
import { NETWORK_TIMEOUT_MS, PageStrategy, showsPrice } from "~/browser/service-worker/page-strategy.ts";

// The library expects to be loaded by a worker.
vi.hoisted(() => vi.stubGlobal("self", globalThis));

const page = (words: string) =>
  `<html><body><aside data-saved-copy hidden><time data-saved-at></time></aside>${words}</body></html>`;
const saved = (words: string) =>
  new Response(page(words), {
    headers: {
      date: "Fri, 20 Nov 2026 14:05:00 GMT",
      etag: '"old"',
      "content-security-policy": "default-src 'self'",
    },
  });

/** The strategy with a simulated network and saved page. */
class TriedPage extends PageStrategy {
  answer(network: Promise<Response>, copy?: Response): Promise<Response | undefined> {
    const handler = {
      fetchAndCachePut: () => network,
      cacheMatch: async () => copy?.clone(),
      waitUntil: (promise: Promise<unknown>) => promise,
    };
    return this._handle(new Request("https://academy.example/x"), handler as unknown as StrategyHandler);
  }
}

const failed = () => Promise.reject(new TypeError("Failed to fetch"));
const words = async (answer: Promise<Response | undefined>) => (await answer)?.text();

let fresh: TriedPage;

beforeEach(() => {
  vi.useFakeTimers();
  fresh = new TriedPage();
});

test("the network's page is shown even if a copy is saved", async () => {
  const network = new Response(page("N200,000"));
  expect(await fresh.answer(Promise.resolve(network), saved("N150,000"))).toBe(network);
});

test("without a network the saved copy is shown with its notice and policy", async () => {
  const answer = await fresh.answer(failed(), saved("N150,000"));
  expect(answer?.headers.get("content-security-policy")).toBe("default-src 'self'");
  expect(answer?.headers.has("etag")).toBe(false);
  expect(await answer?.text()).toMatch(/<aside data-saved-copy><time datetime="2026-11-20T14:05:00.000Z">/);
});

test("after a failed preload, a response in Firefox, the saved copy is shown", async () => {
  expect(await words(fresh.answer(Promise.resolve(Response.error()), saved("Week 1")))).toContain("Week 1");
});

test.each([
  ["is awaited if the saved copy has a price", "N150,000", "N200,000"],
  ["is replaced by a saved copy without a price", "Week 1", "Week 1"],
])("a slow network %s", async (_, copy, shown) => {
  const network = Promise.withResolvers<Response>();
  const answer = fresh.answer(network.promise, saved(copy));
  await vi.advanceTimersByTimeAsync(NETWORK_TIMEOUT_MS);
  network.resolve(new Response(page("N200,000")));
  expect(await words(answer)).toContain(shown);
});

test("a slow network that fails is replaced by the saved copy with its notice", async () => {
  const network = Promise.withResolvers<Response>();
  const answer = fresh.answer(network.promise, saved("N150,000"));
  await vi.advanceTimersByTimeAsync(2 * NETWORK_TIMEOUT_MS);
  network.reject(new TypeError("Failed to fetch"));
  expect(await words(answer)).toMatch(/<aside data-saved-copy>.*N150,000/);
});

test.each([
  ["<p>It costs N150,000.</p>", true],
  ["<p>NGN150</p>", true],
  ["<p>₦ 15</p>", true],
  ["<p>USD 100</p>", true],
  ['<astro-island props="{&quot;minor&quot;:[0,900]}"></astro-island>', true],
  ["<p>Week 12</p>", false],
  ["<p>EN10</p>", false],
])("whether the page %s has a price: %s", (html, isShown) => {
  expect(showsPrice(html)).toBe(isShown);
});
