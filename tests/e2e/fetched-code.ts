import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Request } from "@playwright/test";
import { SITE } from "./servers.ts";

const built = fileURLToPath(new URL(`../../${SITE.folder}/dist/client`, import.meta.url));

/** Addresses of the built site's scripts that hold a text. */
export function scriptsHolding(text: string): string[] {
  return globSync(`${built}/**/*.js`)
    .filter((file) => readFileSync(file, "utf8").includes(text))
    .map((file) => file.slice(built.length));
}

/**
 * Looks into the bodies of all that this site answers from now on, whatever the file is called.
 * @returns addresses of those that hold a text, each once, in the order in which they came
 */
export function watchBodies(context: BrowserContext): (text: string) => Promise<string[]> {
  const answers: Promise<{ path: string; body: string }>[] = [];
  context.on("requestfinished", (request) => {
    if (new URL(request.url()).hostname === "localhost") answers.push(read(request));
  });
  return async (text) => {
    const holding = (await Promise.all(answers)).filter(({ body }) => body.includes(text));
    return [...new Set(holding.map(({ path }) => path))];
  };
}

async function read(request: Request): Promise<{ path: string; body: string }> {
  const answer = await request.response();
  const path = new URL(request.url()).pathname;
  // A redirect has no body, and the browser gives none of an answer that has no content.
  const hasBody = answer !== null && answer.status() === 200;
  return { path, body: hasBody ? await answer.text().catch(() => readAgain(request)) : "" };
}

/** The browser forgets what it had fetched once the visitor goes on to another page; the site still has it. */
async function readAgain(request: Request): Promise<string> {
  return (await fetch(request.url(), { method: request.method() })).text();
}
