import { afterEach, beforeEach, expect, test, vi } from "vitest";
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

afterEach(() => {
  vi.useRealTimers();
});

test("the network's page is shown as it is, even where a copy is saved", async () => {
  const network = new Response(page("N200,000"));
  expect(await fresh.answer(Promise.resolve(network), saved("N150,000"))).toBe(network);
});

test("a failed network is replaced by the saved copy, marked, with its own policy", async () => {
  const answer = await fresh.answer(failed(), saved("N150,000"));
  expect(answer?.headers.get("content-security-policy")).toBe("default-src 'self'");
  expect(answer?.headers.has("etag")).toBe(false);
  expect(await answer?.text()).toMatch(/<aside data-saved-copy><time datetime="2026-11-20T14:05:00.000Z">/);
});

test("a failed preload, a response in Firefox, is replaced by the saved copy too", async () => {
  expect(await words(fresh.answer(Promise.resolve(Response.error()), saved("Week 1")))).toContain("Week 1");
});

test("a silent network is waited for where the saved copy has a price", async () => {
  const network = Promise.withResolvers<Response>();
  const answer = fresh.answer(network.promise, saved("N150,000"));
  await vi.advanceTimersByTimeAsync(10 * NETWORK_TIMEOUT_MS);
  network.resolve(new Response(page("N200,000")));
  expect(await words(answer)).toContain("N200,000");
});

test("a silent network is soon replaced by a saved copy without a price", async () => {
  const answer = fresh.answer(new Promise(() => undefined), saved("Week 1"));
  await vi.advanceTimersByTimeAsync(NETWORK_TIMEOUT_MS);
  expect(await words(answer)).toContain("Week 1");
});

test("a network that is silent and then fails is replaced by the saved copy, marked", async () => {
  const network = Promise.withResolvers<Response>();
  const answer = fresh.answer(network.promise, saved("N150,000"));
  await vi.advanceTimersByTimeAsync(2 * NETWORK_TIMEOUT_MS);
  network.reject(new TypeError("Failed to fetch"));
  expect(await words(answer)).toMatch(/<aside data-saved-copy>.*N150,000/);
});

test("a page with an amount in an island's props has a price as well", () => {
  expect(showsPrice('<astro-island props="{&quot;minor&quot;:[0,900]}"></astro-island>')).toBe(true);
});

test.each(["N150,000", "N194K", "$9.00", "from N0", "NGN 150,000", "NGN150", "₦150,000", "₦ 15", "USD 100"])(
  "a page with %s has a price",
  (price) => expect(showsPrice(`<p>It costs ${price}.</p>`)).toBe(true),
);

test.each(["Week 12", "4 months", "NGN", "naira and dollars", "EN10", "$ and N"])(
  "a page with %s has no price",
  (words) => expect(showsPrice(`<p>${words}</p>`)).toBe(false),
);
