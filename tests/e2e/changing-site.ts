import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { SITE } from "./servers.ts";

const BUILT = fileURLToPath(new URL(`../../${SITE.folder}/dist/client`, import.meta.url));
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The built site on a server of its own, which can be deployed anew and be slow. */
export class ChangingSite {
  #server: Server;
  #changes = new Map<string, (text: string) => string>();
  #removed = new Set<string>();
  #held = new Map<string, PromiseWithResolvers<void>>();

  static async start(): Promise<ChangingSite> {
    const site = new ChangingSite();
    await new Promise<void>((resolve) => site.#server.listen(0, "localhost", resolve));
    return site;
  }

  private constructor() {
    this.#server = createServer(async ({ url = "/" }, response) => {
      const { pathname } = new URL(url, this.origin);
      await this.#held.get(pathname)?.promise;
      this.#answer(pathname, response);
    });
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on the file at this address has other content. */
  deploy(pathname: string, change: (text: string) => string): void {
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

  #answer(pathname: string, response: ServerResponse): void {
    if (pathname === "/json") {
      response.setHeader("content-type", "application/json").end('{"country_name":"Nigeria"}');
      return;
    }
    const file = pathname === "/" ? "/index.html" : extname(pathname) ? pathname : `${pathname}.html`;
    const type = TYPES[extname(file)];
    try {
      if (this.#removed.has(pathname)) throw new Error("removed");
      const content = readFileSync(BUILT + decodeURIComponent(file));
      const change = this.#changes.get(pathname);
      if (type) response.setHeader("content-type", type);
      response.setHeader(
        "cache-control",
        pathname.startsWith("/_astro/")
          ? "public, max-age=31536000, immutable"
          : "public, max-age=0, must-revalidate",
      );
      response.end(change ? change(content.toString()) : content);
    } catch {
      response.writeHead(404).end();
    }
  }
}
