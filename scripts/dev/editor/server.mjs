// Serves the visual editor from node_modules, to this machine only. It writes nothing itself: the browser opens the
// project's folder, once the editor has chosen it, and saves into content/.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, posix } from "node:path";
import { importTypeScript, root } from "../run-tool.mjs";

const PACKAGE = `${root}node_modules/@sveltia/cms/`;

const TYPES = {
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Nothing is fetched from elsewhere, and nothing is sent there: the editor's own check of GitHub's state included. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self' blob: data:",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Content</title>
  </head>
  <body>
    <script type="module">
      import CMS from "/cms/npm/index.js";
      CMS.init({ config: await (await fetch("/config.json")).json() });
    </script>
  </body>
</html>
`;

/**
 * Starts the editor's server.
 * @param {number} port
 * @param {string} site where the pages are seen, e.g. "http://localhost:4321"
 * @param {string} content the folder that is edited, with a slash at its end
 * @throws Error with the code EADDRINUSE when the port is taken
 */
export async function serveEditor(port, site, content = `${root}content/`) {
  const { cmsConfig } = await importTypeScript("./scripts/dev/editor/cms-config.ts");
  const config = JSON.stringify(cmsConfig(content, site));
  const server = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    if (pathname === "/") return send(response, "text/html; charset=utf-8", PAGE);
    if (pathname === "/config.json") return send(response, "application/json", config);
    const path = posix.normalize(pathname);
    const type = TYPES[extname(path)];
    if (!path.startsWith("/cms/") || !type) return refuse(response);
    try {
      send(response, type, await readFile(PACKAGE + path.slice("/cms/".length)));
    } catch {
      refuse(response);
    }
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, "localhost", () => resolve(undefined));
  });
  return server;
}

function send(response, type, body) {
  const headers = { "content-type": type, "cache-control": "no-store", "content-security-policy": POLICY };
  response.writeHead(200, headers).end(body);
}

function refuse(response) {
  response.writeHead(404).end();
}
