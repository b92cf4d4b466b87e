import type { BrowserContext } from "@playwright/test";

const LOOKUP = "**/json";

/** Makes the lookup fail, which the browser and the site log. */
export async function failLookup(context: BrowserContext, expectedErrors: RegExp[]): Promise<void> {
  await context.route(LOOKUP, (route) => route.fulfill({ status: 500, body: "" }));
  expectedErrors.push(/status of 500/, /The location lookup failed: status 500/);
}

/** Withholds the lookup's answer. @returns a function that sends it */
export async function holdLookup(context: BrowserContext): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await context.route(LOOKUP, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}
