// Serves the visual editor from node_modules, to this machine only. The editor's page writes to content/
// itself, once the user has chosen the project's folder in the browser.
import { once } from "node:events";
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

/** The content policy, which keeps the editor from contacting other hosts, GitHub's status page included. */
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
 * @param {string} site the origin of the preview: "http://localhost:4321"
 * @param {string} content the content folder, with a slash at its end
 * @throws Error with the code EADDRINUSE if the port is in use
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
    const isFile = path.startsWith("/cms/") && type;
    const file = isFile && (await readFile(PACKAGE + path.slice("/cms/".length)).catch(() => null));
    if (file) send(response, type, file);
    else response.writeHead(404).end();
  });
  server.listen(port, "localhost");
  await once(server, "listening");
  return server;
}

function send(response, type, body) {
  const headers = { "content-type": type, "cache-control": "no-store", "content-security-policy": POLICY };
  response.writeHead(200, headers).end(body);
}
