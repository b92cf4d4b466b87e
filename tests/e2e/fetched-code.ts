import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Request } from "@playwright/test";
import { SITE } from "./servers.ts";

const built = fileURLToPath(new URL(`../../${SITE.folder}/dist/client`, import.meta.url));

/** Returns the addresses of the built site's scripts that contain a text. */
export function builtScriptsWith(text: string): string[] {
  return globSync(`${built}/**/*.js`)
    .filter((file) => readFileSync(file, "utf8").includes(text))
    .map((file) => file.slice(built.length));
}

/**
 * Keeps the bodies of all responses from now on.
 * @returns a function that returns the addresses whose bodies contain a text, in order
 */
export function watchBodies(context: BrowserContext): (text: string) => Promise<string[]> {
  const bodies: Promise<{ path: string; body: string }>[] = [];
  context.on("requestfinished", (request) => {
    if (new URL(request.url()).hostname === "localhost") bodies.push(read(request));
  });
  return async (text) => {
    const matches = (await Promise.all(bodies)).filter(({ body }) => body.includes(text));
    return [...new Set(matches.map(({ path }) => path))];
  };
}

async function read(request: Request): Promise<{ path: string; body: string }> {
  const answer = await request.response();
  const path = new URL(request.url()).pathname;
  // The browser has no body of redirects and of responses without content.
  const hasBody = answer !== null && answer.status() === 200;
  return { path, body: hasBody ? await answer.text().catch(() => readAgain(request)) : "" };
}

/** Reads a body from the site. The browser drops it when the visitor leaves the page. */
async function readAgain(request: Request): Promise<string> {
  return (await fetch(request.url(), { method: request.method() })).text();
}
