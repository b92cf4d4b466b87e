import type { BrowserContext } from "@playwright/test";

const LOOKUP = "**/json";

/** The lookup answers with an error; the browser and the site each log it. */
export async function failLookup(context: BrowserContext, expectedErrors: RegExp[]): Promise<void> {
  await context.route(LOOKUP, (route) => route.fulfill({ status: 500, body: "" }));
  expectedErrors.push(/status of 500/, /The location lookup failed: status 500/);
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
