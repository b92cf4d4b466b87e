import { globSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { type BrowserContext, test as base, expect } from "@playwright/test";
import { SITE } from "./servers.ts";

export { expect };

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A mail as the site stored it. */
export interface Mail {
  readonly id: number;
  readonly status: "queued" | "delivered" | "parked" | "kept";
  readonly attempts: number;
  readonly claimed_until: string | null;
  readonly last_error: string | null;
  readonly from_address: string;
  readonly to_address: string;
  readonly subject: string;
  readonly message: string;
}

interface Fixtures {
  /**
   * The address that the edge sees this test's visitor come from, so that no test uses up another's share of mails. On
   * the real edge nobody can choose it.
   */
  visitor: Readonly<Record<"cf-connecting-ip", string>>;
  /** Messages that this test expects on the console; anything else that is an error fails it. */
  expectedErrors: RegExp[];
  /** Errors, policy violations and requests to other hosts on any page of the test; what is left in it fails the test. */
  unexpected: string[];
}

export const test = base.extend<Fixtures>({
  expectedErrors: async ({ browserName: _ }, use) => {
    await use([]);
  },
  unexpected: async ({ expectedErrors }, use) => {
    const unexpected: string[] = [];
    await use(unexpected);
    const left = unexpected.filter((text) => !expectedErrors.some((expected) => expected.test(text)));
    expect(left, "errors and requests that nobody expected").toEqual([]);
  },
  visitor: async ({ browserName: _ }, use) => {
    await use({ "cf-connecting-ip": `2001:db8:${unique("").replace(/^(....)/, "$1:")}::1` });
  },
  request: async ({ playwright, baseURL, visitor }, use) => {
    const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: visitor });
    await use(request);
    await request.dispose();
  },
  context: async ({ context, unexpected, visitor }, use) => {
    await watchContext(context, { unexpected, visitor });
    await use(context);
  },
});

/**
 * Has a context tell of all that goes wrong on its pages, and be the test's visitor to the edge. The test's own context
 * is watched already; another one of the same test, somebody else's browser, is watched by this.
 */
export async function watchContext(
  context: BrowserContext,
  { unexpected, visitor }: Pick<Fixtures, "unexpected" | "visitor">,
): Promise<void> {
  // The first route there is: a stand-in that is added later answers for its own host.
  await context.route(
    (url) => url.protocol.startsWith("http") && url.hostname !== "localhost",
    (route) => {
      unexpected.push(`request to ${route.request().url()}`);
      return route.abort();
    },
  );
  await context.route("**/prod/**", (route) =>
    route.continue({ headers: { ...route.request().headers(), ...visitor } }),
  );
  await watchPages(context, unexpected);
}

/** Has a context tell of errors and policy violations. It routes nothing, so that the browser's own cache stays in use. */
export async function watchPages(context: BrowserContext, unexpected: string[]): Promise<void> {
  await context.exposeBinding("tellViolation", (_, text: string) => unexpected.push(text));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      const { tellViolation } = window as unknown as { tellViolation(text: string): void };
      tellViolation(`Content Security Policy: ${effectiveDirective} refused ${blockedURI}`);
    });
  });
  context.on("weberror", (error) => unexpected.push(`error: ${error.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error") unexpected.push(`console: ${message.text()}`);
  });
}

/** The edge sees the visitor come from this country. @param code ISO 3166-1 alpha-2 */
export async function comeFrom(context: BrowserContext, code: string): Promise<void> {
  await context.route("**/json", (route) =>
    route.continue({
      headers: { ...route.request().headers(), "mf-cf-blob": JSON.stringify({ country: code }) },
    }),
  );
}

/** The mails the site stored whose text holds `part`, in the order in which they came. */
export function storedMails(part: string, server: { folder: string } = SITE): Mail[] {
  return withDatabase(server, { readOnly: true }, (database) => {
    const rows = database.prepare("SELECT * FROM mails WHERE message LIKE ? ORDER BY id").all(`%${part}%`);
    return rows as unknown as Mail[];
  });
}

/** Opens the database of a site under test, which goes on using it. */
export function withDatabase<Result>(
  server: { folder: string },
  options: { readOnly: boolean },
  use: (database: DatabaseSync) => Result,
): Result {
  const [file] = globSync(`${root}${server.folder}/state/v3/d1/**/*.sqlite`).filter(
    (name) => !name.includes("metadata"),
  );
  if (!file) throw new Error("The database of the site under test was not found.");
  const database = new DatabaseSync(file, { timeout: 5_000, ...options });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** A word that no other test uses. */
export function unique(word: string): string {
  return `${word}${crypto.randomUUID().slice(0, 8)}`;
}
