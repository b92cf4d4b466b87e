import { globSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { type BrowserContext, test as base, expect } from "@playwright/test";
import { SITE } from "./servers.ts";

export { expect };

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A stored mail. */
interface Mail {
  readonly id: number;
  readonly status: "queued" | "delivered" | "failed" | "kept";
  readonly attempts: number;
  readonly claimed_until: string | null;
  readonly last_error: string | null;
  readonly from_address: string;
  readonly to_address: string;
  readonly subject: string;
  readonly message: string;
}

interface Fixtures {
  /** The header with the visitor's address, which is new in each test because mails are limited for each address. */
  visitor: Readonly<Record<"cf-connecting-ip", string>>;
  /** The errors that the test expects on the console. Any other error fails it. */
  expectedErrors: RegExp[];
  /** Errors, policy violations and requests to other hosts on any page. Those that remain fail the test. */
  unexpected: string[];
}

export const test = base.extend<Fixtures>({
  expectedErrors: async ({ browserName: _ }, use) => {
    await use([]);
  },
  unexpected: async ({ expectedErrors }, use) => {
    const unexpected: string[] = [];
    await use(unexpected);
    const remaining = unexpected.filter((text) => !expectedErrors.some((expected) => expected.test(text)));
    expect(remaining, "unexpected errors and requests").toEqual([]);
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
 * Reports the errors on a context's pages, and adds the visitor's headers to its requests. The test's own context is
 * watched already, so call this for a second browser.
 */
export async function watchContext(
  context: BrowserContext,
  { unexpected, visitor }: Pick<Fixtures, "unexpected" | "visitor">,
): Promise<void> {
  // A route would send all requests through the test and disable the cache, so headers are used.
  await addHeaders(context, visitor);
  await context.exposeBinding("reportViolation", (_, text: string) => unexpected.push(text));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(`Content Security Policy: ${effectiveDirective} refused ${blockedURI}`);
    });
  });
  context.on("requestfailed", (request) => {
    // The browser resolves no other host (launchOptions), so only stand-ins answer.
    if (request.failure()?.errorText === "net::ERR_NAME_NOT_RESOLVED")
      unexpected.push(`request to ${request.url()}`);
  });
  context.on("weberror", (error) => unexpected.push(`error: ${error.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error") unexpected.push(`console: ${message.text()}`);
  });
}

/** Sets the visitor's country. @param code ISO 3166-1 alpha-2 */
export async function comeFrom(context: BrowserContext, code: string): Promise<void> {
  await addHeaders(context, { "mf-cf-blob": JSON.stringify({ country: code }) });
}

const sentHeaders = new WeakMap<BrowserContext, Readonly<Record<string, string>>>();

/** Adds headers to every later request of a context. */
async function addHeaders(context: BrowserContext, headers: Readonly<Record<string, string>>): Promise<void> {
  const all = { ...sentHeaders.get(context), ...headers };
  sentHeaders.set(context, all);
  await context.setExtraHTTPHeaders(all);
}

/** Returns a site's stored mails to the academy whose text contains a part, oldest first. */
export function storedMails(part: string, server: { folder: string } = SITE): Mail[] {
  return readDatabase(server, (database) => {
    const rows = database
      .prepare(
        "SELECT * FROM mails WHERE idempotency_key NOT LIKE 'learner:%' AND message LIKE ? ORDER BY id",
      )
      .all(`%${part}%`);
    return rows as unknown as Mail[];
  });
}

/**
 * Copies a site's database for a command that writes, since a command and the site's server would lock each
 * other out.
 */
export function copyDatabase(server: { folder: string }, copy: { folder: string }): void {
  const target = databaseFile(server).replace(server.folder, copy.folder);
  rmSync(`${root}${copy.folder}`, { recursive: true, force: true });
  mkdirSync(dirname(target), { recursive: true });
  readDatabase(server, (database) => database.prepare("VACUUM INTO ?").run(target));
}

function databaseFile({ folder }: { folder: string }): string {
  const files = globSync(`${root}${folder}/state/v3/d1/**/*.sqlite`);
  const file = files.find((name) => !name.includes("metadata"));
  if (!file) throw new Error(`${folder} has no database.`);
  return file;
}

/** Reads a site's database. `changeDatabase` writes. */
export function readDatabase<Result>(
  server: { folder: string },
  use: (database: DatabaseSync) => Result,
): Result {
  const database = new DatabaseSync(databaseFile(server), { timeout: 5_000, readOnly: true });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Returns a word that no other test uses. */
export function unique(word: string): string {
  return `${word}${crypto.randomUUID().slice(0, 8)}`;
}
