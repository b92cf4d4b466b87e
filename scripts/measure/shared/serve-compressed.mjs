// Serves a built site's files as a CDN does on the fly: Brotli at quality 5, hashed files immutable, no trailing slash.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const BROTLI_QUALITY = 5;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".png": "image/png",
  ".woff2": "font/woff2",
};
const COMPRESSED_ALREADY = new Set([".png", ".woff2"]);

export function brotli(body) {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

/**
 * @param {string} folder the built site's folder
 * @param {(path: string, bytes: number) => void} [onServed] called with each answer's address and the bytes of its body
 * @returns {Promise<{ origin: string, close(): void }>}
 */
export async function serveCompressed(folder, onServed = () => {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/json") {
      const body = JSON.stringify({ country_name: "Nigeria", country_code: "NG" });
      response
        .writeHead(200, { "content-type": "application/json", "content-length": body.length })
        .end(body);
      onServed(pathname, body.length);
      return;
    }
    const file = fileFor(folder, decodeURIComponent(pathname));
    const isThere = file !== null;
    const path = file ?? join(folder, "404.html");
    const extension = extname(path);
    const raw = readFileSync(path);
    const body = COMPRESSED_ALREADY.has(extension) ? raw : brotli(raw);
    onServed(pathname, body.length);
    response.writeHead(isThere ? 200 : 404, {
      "content-type": TYPES[extension] ?? "application/octet-stream",
      "content-length": body.length,
      "cache-control": pathname.startsWith("/_astro/") ? "public, max-age=31536000, immutable" : "no-cache",
      ...(COMPRESSED_ALREADY.has(extension) ? {} : { "content-encoding": "br" }),
    });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  return { origin: `http://localhost:${server.address().port}`, close: () => server.close() };
}

/** @returns {string | null} the file of an address; null when there is none */
function fileFor(folder, pathname) {
  const path = join(folder, normalize(pathname));
  const candidates = pathname.endsWith("/") ? [join(path, "index.html")] : [path, `${path}.html`];
  return candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile()) ?? null;
}
