import type { BrowserContext, Page } from "@playwright/test";

const LOOKUP = "**/json";

/** The lookup answers with an error; the browser and the site each log it. */
export async function failLookup(context: BrowserContext, expectedErrors: RegExp[]): Promise<void> {
  await context.route(LOOKUP, (route) => route.fulfill({ status: 500, body: "" }));
  expectedErrors.push(/status of 500/, /The location lookup failed: status 500/);
}

/** The lookup answers with this. */
export async function answerLookup(context: BrowserContext, answer: unknown): Promise<void> {
  await context.route(LOOKUP, (route) => route.fulfill({ json: answer }));
}

/** The lookup waits until the returned function is called, and then goes on as it would have. */
export async function holdLookup(context: BrowserContext): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await context.route(LOOKUP, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}

/** Counts the lookups that a page makes. */
export function countLookups(page: Page): { count: number } {
  const lookups = { count: 0 };
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/json") lookups.count += 1;
  });
  return lookups;
}

/** What the browser keeps as the visitor's location. */
export function savedLocation(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("location"));
}
