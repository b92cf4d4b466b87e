// Serves a built site's files as a CDN does, compressed with Brotli at quality 5.
import { once } from "node:events";
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
const ALREADY_COMPRESSED = [".png", ".woff2"];

export function brotli(body) {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

/**
 * Starts the server. It also answers the location lookup, with Nigeria.
 * @param {string} folder the folder that is served to browsers
 * @param {(path: string, bytes: number) => void} [onServed] receives the address and body size of each
 * response
 * @returns {Promise<{ origin: string, close(): void }>}
 */
export async function serveCompressed(folder, onServed = () => {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const send = (status, headers, body) => {
      onServed(pathname, body.length);
      response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
    };
    if (pathname === "/json") {
      const location = JSON.stringify({ country_name: "Nigeria", country_code: "NG" });
      return send(200, { "content-type": "application/json" }, location);
    }
    const file = fileFor(folder, decodeURIComponent(pathname));
    const path = file ?? join(folder, "404.html");
    const headers = {
      "content-type": TYPES[extname(path)] ?? "application/octet-stream",
      "cache-control": pathname.startsWith("/_astro/") ? "public, max-age=31536000, immutable" : "no-cache",
    };
    const status = file ? 200 : 404;
    const bytes = readFileSync(path);
    if (ALREADY_COMPRESSED.includes(extname(path))) return send(status, headers, bytes);
    return send(status, { ...headers, "content-encoding": "br" }, brotli(bytes));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { origin: `http://localhost:${server.address().port}`, close: () => server.close() };
}

/** Returns the file of an address; `null` if there is none. @returns {string | null} */
function fileFor(folder, pathname) {
  const path = join(folder, normalize(pathname));
  const candidates = pathname.endsWith("/") ? [join(path, "index.html")] : [path, `${path}.html`];
  return candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile()) ?? null;
}
