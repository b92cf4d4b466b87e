import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { withResponseHeaders } from "../../src/edge/http/responses.ts";
import { headerRules } from "./header-rules.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const LOOKUP_HEADERS = {
  "cache-control": "private, no-store",
  "content-type": "application/json; charset=utf-8",
};

/**
 * A built site on a server of its own, which can be deployed again and be slow. Its files come as the edge sends them,
 * under the headers that the build asks for; there are no endpoints but the location lookup.
 */
export class ChangingSite {
  #server: Server;
  #files = "";
  #headersFor: ReturnType<typeof headerRules> = () => new Headers();
  #changes = new Map<string, (text: string) => string>();
  #removed = new Set<string>();
  #held = new Map<string, PromiseWithResolvers<void>>();

  /** @param build folder of the site's files, from the project's own */
  static async start(build: string): Promise<ChangingSite> {
    const site = new ChangingSite();
    site.deploy(build);
    await new Promise<void>((resolve) => site.#server.listen(0, "localhost", resolve));
    return site;
  }

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? "/", this.origin);
      await this.#held.get(pathname)?.promise;
      if (pathname === "/json") await answerLookup(response);
      else this.#answer(pathname, request, response);
    });
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on this build is what the site is. */
  deploy(build: string): void {
    this.#files = project + build;
    this.#headersFor = headerRules(this.#files);
  }

  /** From now on the file at this address has other content. */
  change(pathname: string, change: (text: string) => string): void {
    this.#changes.set(pathname, change);
  }

  /** From now on there is no file at this address. */
  remove(pathname: string): void {
    this.#removed.add(pathname);
  }

  /** Answers to this address wait until the returned function is called. */
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
    const found = this.#read(pathname);
    const content = found ?? readFileSync(`${this.#files}/404.html`);
    const etag = `"${createHash("sha256").update(content).digest("hex")}"`;
    const headers = this.#headersFor(pathname, {
      "content-type": TYPES[found ? extname(pathname) || ".html" : ".html"] ?? "application/octet-stream",
      "cache-control": pathname.startsWith("/_astro/")
        ? "public, max-age=31536000, immutable"
        : "public, max-age=0, must-revalidate",
      etag,
    });
    response.setHeaders(headers);
    if (!found) response.writeHead(404).end(content);
    else if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
    else response.end(content);
  }

  /** @returns null where there is nothing */
  #read(pathname: string): Buffer | null {
    if (this.#removed.has(pathname)) return null;
    const page = pathname === "/" ? "/index.html" : `${pathname}.html`;
    const file = extname(pathname) ? pathname : page;
    const change = this.#changes.get(pathname);
    try {
      const content = readFileSync(this.#files + decodeURIComponent(file));
      return change ? Buffer.from(change(content.toString())) : content;
    } catch {
      return null;
    }
  }
}

async function answerLookup(response: ServerResponse): Promise<void> {
  const answer = withResponseHeaders(Response.json({ country_name: "Nigeria" }, { headers: LOOKUP_HEADERS }));
  response.setHeaders(answer.headers).end(await answer.text());
}
