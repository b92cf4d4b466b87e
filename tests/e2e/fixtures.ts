import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { type BrowserContext, test as base, expect } from "@playwright/test";
import { databaseFile } from "./database-file.ts";
import { SITE } from "./servers.ts";

export { expect };

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A mail as the site stored it. */
export interface Mail {
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
  /**
   * The address that the edge sees this test's visitor come from, so that no test uses up another's share of mails. On
   * the real edge a visitor cannot choose it.
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
    expect(left, "unexpected errors and requests").toEqual([]);
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
 * Makes a context report all that goes wrong on its pages, and be the test's visitor to the edge. The
 * test's own context is watched already; call this for another one of the same test, somebody else's
 * browser.
 */
export async function watchContext(
  context: BrowserContext,
  { unexpected, visitor }: Pick<Fixtures, "unexpected" | "visitor">,
): Promise<void> {
  // Headers, not routes: a context with a route sends every one of its requests through the test, and without a cache.
  await addHeaders(context, visitor);
  await context.exposeBinding("reportViolation", (_, text: string) => unexpected.push(text));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(`Content Security Policy: ${effectiveDirective} refused ${blockedURI}`);
    });
  });
  context.on("requestfailed", (request) => {
    // No other host has an address (launchOptions): only what a stand-in answers succeeds.
    if (request.failure()?.errorText === "net::ERR_NAME_NOT_RESOLVED")
      unexpected.push(`request to ${request.url()}`);
  });
  context.on("weberror", (error) => unexpected.push(`error: ${error.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error") unexpected.push(`console: ${message.text()}`);
  });
}

/** The edge sees the visitor come from this country. @param code ISO 3166-1 alpha-2 */
export async function comeFrom(context: BrowserContext, code: string): Promise<void> {
  await addHeaders(context, { "mf-cf-blob": JSON.stringify({ country: code }) });
}

const sentHeaders = new WeakMap<BrowserContext, Readonly<Record<string, string>>>();

/** Headers that every request of a context carries from now on, beside those that it carries already. */
async function addHeaders(context: BrowserContext, headers: Readonly<Record<string, string>>): Promise<void> {
  const all = { ...sentHeaders.get(context), ...headers };
  sentHeaders.set(context, all);
  await context.setExtraHTTPHeaders(all);
}

/** The mails to the academy that the site stored and whose text holds `part`, in the order in which they came. */
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
 * Copies the database of a site under test. A command works on a copy: one that writes into the database that a server has
 * open locks that server out for a moment, and the server locks out the command.
 */
export function copyDatabase(server: { folder: string }, copy: { folder: string }): void {
  const target = fileOf(server).replace(server.folder, copy.folder);
  rmSync(`${root}${copy.folder}`, { recursive: true, force: true });
  mkdirSync(dirname(target), { recursive: true });
  readDatabase(server, (database) => database.prepare("VACUUM INTO ?").run(target));
}

const fileOf = ({ folder }: { folder: string }) => databaseFile(`${folder}/state`);

/** Reads in the database of a site under test, which goes on using it; changeDatabase() writes. */
export function readDatabase<Result>(
  server: { folder: string },
  use: (database: DatabaseSync) => Result,
): Result {
  const database = new DatabaseSync(fileOf(server), { timeout: 5_000, readOnly: true });
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
