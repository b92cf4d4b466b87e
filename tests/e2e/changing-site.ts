import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { getMimeType } from "hono/utils/mime";
import { test as base } from "./fixtures.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));

const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });

/** Returns a `test` whose site is a {@link ChangingSite}. @param build the site's folder, from the project's root */
export const testOn = (build: string) =>
  base.extend<{ site: ChangingSite }>({
    site: async ({ browserName: _ }, use) => {
      const site = await ChangingSite.start(build);
      await use(site);
      await site.stop();
    },
    baseURL: async ({ site }, use) => use(site.origin),
  });

/**
 * A built site on its own server, which a test can deploy again and slow down. It sends files with the headers of the
 * edge, and has no endpoint but the location lookup.
 */
class ChangingSite {
  #server: Server;
  #files: string;
  #headersFor: ReturnType<typeof headerRules>;
  #changePage = (html: string) => html;
  #changes = new Map<string, (text: string) => string>();
  #removed = new Set<string>();
  #held = new Map<string, PromiseWithResolvers<void>>();

  static async start(build: string): Promise<ChangingSite> {
    const site = new ChangingSite(project + build);
    await new Promise<void>((resolve) => site.#server.listen(0, "localhost", resolve));
    return site;
  }

  private constructor(files: string) {
    this.#files = files;
    this.#headersFor = headerRules(files);
    this.#server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? "/", this.origin);
      await this.#held.get(pathname)?.promise;
      if (pathname === "/json") {
        response.writeHead(200, { "cache-control": "no-store", "content-type": "application/json" });
        response.end(JSON.stringify({ country_name: countryOf(request) }));
      } else this.#answer(pathname, request, response);
    });
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Deploys the built pages with a change. */
  deploy(changePage: (html: string) => string): void {
    this.#changePage = changePage;
  }

  /** Changes the file at an address. */
  change(pathname: string, change: (text: string) => string): void {
    this.#changes.set(pathname, change);
  }

  remove(pathname: string): void {
    this.#removed.add(pathname);
  }

  /** Withholds answers for an address. @returns a function that sends them */
  hold(pathname: string): () => void {
    const gate = Promise.withResolvers<void>();
    this.#held.set(pathname, gate);
    return () => {
      this.#held.delete(pathname);
      gate.resolve();
    };
  }

  async stop(): Promise<void> {
    for (const gate of this.#held.values()) gate.resolve();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(pathname: string, request: IncomingMessage, response: ServerResponse): void {
    const file = this.#read(pathname);
    const content = file ?? readFileSync(`${this.#files}/404.html`);
    const etag = `"${createHash("sha256").update(content).digest("hex")}"`;
    const headers = this.#headersFor(pathname, {
      "content-type": getMimeType(file && extname(pathname) ? pathname : ".html") ?? "",
      "cache-control": "public, max-age=0, must-revalidate",
      etag,
    });
    response.setHeaders(headers);
    if (!file) response.writeHead(404).end(content);
    else if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
    else response.end(content);
  }

  #read(pathname: string): Buffer | null {
    if (this.#removed.has(pathname)) return null;
    const page = pathname === "/" ? "/index.html" : `${pathname}.html`;
    const file = extname(pathname) ? pathname : page;
    const change = this.#changes.get(pathname) ?? (file.endsWith(".html") ? this.#changePage : null);
    try {
      const content = readFileSync(this.#files + decodeURIComponent(file));
      return change ? Buffer.from(change(content.toString())) : content;
    } catch {
      return null;
    }
  }
}

/** Returns the English name of the country that `comeFrom` set, or of Nigeria. */
function countryOf({ headers }: IncomingMessage): string | undefined {
  const { country = "NG" } = JSON.parse(String(headers["mf-cf-blob"] ?? "{}"));
  return COUNTRIES.of(country);
}

/** Reads a site's `_headers` file as the edge does. @returns a function that adds an address's headers to others */
function headerRules(folder: string): (pathname: string, others: HeadersInit) => Headers {
  const rules = readFileSync(`${folder}/_headers`, "utf8")
    .trim()
    .split(/\n\n+/)
    .map((rule) => {
      const [path = "", ...lines] = rule.split("\n").map((line) => line.trim());
      const pattern = path.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
      return { matches: new RegExp(`^${pattern}$`), lines };
    });
  return (pathname, others) => {
    const headers = new Headers(others);
    for (const line of rules.flatMap(({ matches, lines }) => (matches.test(pathname) ? lines : []))) {
      const [, name = "", value = ""] = /^([^:]+): *(.*)$/.exec(line) ?? [];
      if (line.startsWith("!")) headers.delete(line.slice(1).trim());
      else headers.set(name, value);
    }
    return headers;
  };
}
