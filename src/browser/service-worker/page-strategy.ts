import { Strategy } from "workbox-strategies/Strategy.js";
import type { StrategyHandler } from "workbox-strategies/StrategyHandler.js";
import { localTimeLabel } from "~/domain/dates/day.ts";
import { showsPrice } from "~/domain/money/money.ts";
import { escapeHtml } from "~/domain/text.ts";

const HIDDEN_NOTICE = /(<aside\b[^>]*\bdata-saved-copy)\s+hidden/;
const EMPTY_DATE = "<time data-saved-at></time>";

/**
 * The page's HTML with its saved-copy notice uncovered and dated, and `data-saved` on <html>.
 * @param savedAt the response's Date header
 * @returns null without the notice or a valid date: such a page must not be shown
 */
export function markSavedCopy(html: string, savedAt: Date): string | null {
  if (!HIDDEN_NOTICE.test(html) || !html.includes(EMPTY_DATE) || Number.isNaN(savedAt.getTime())) return null;
  return html
    .replace("<html", "<html data-saved")
    .replace(HIDDEN_NOTICE, "$1")
    .replace(EMPTY_DATE, `<time datetime="${savedAt.toISOString()}">${localTimeLabel(savedAt)}</time>`);
}

/** The response with a Date header: now, where the host names none. A copy says how old it is. */
export function withDate(response: Response): Response {
  if (response.headers.has("date")) return response;
  const headers = new Headers(response.headers);
  headers.set("date", new Date().toUTCString());
  return new Response(response.body, { status: response.status, headers });
}

/** A page that can be read without a network. */
export interface SavedPage {
  readonly path: string;
  /** Escaped HTML. */
  readonly title: string;
}

/** A page's title without the academy's name; null without a title. */
export function titleOf(html: string): string | null {
  const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
  return title?.split(" · ")[0] ?? null;
}

const HIDDEN_LIST = /(<section\b[^>]*\bdata-saved-pages)\s+hidden/;
const EMPTY_LIST = /(<ul\b[^>]*>)<\/ul>/;

/** The offline page's HTML with links to the saved pages; unchanged when there are none. */
export function listSavedPages(html: string, pages: readonly SavedPage[]): string {
  if (pages.length === 0) return html;
  const links = pages.map(
    ({ path, title }) => `<li><a class="link" href="${escapeHtml(path)}">${title}</a></li>`,
  );
  return html.replace(HIDDEN_LIST, "$1").replace(EMPTY_LIST, (_, list) => `${list}${links.join("")}</ul>`);
}

/** After this long without an answer, a saved copy without prices is shown. */
export const NETWORK_TIMEOUT_MS = 6_000;

/**
 * Network first, with saved copies. When the network failed, the copy is shown; after a timeout only one without prices:
 * a slow network may still bring a new price. The late answer is cached for the next visit. Every copy says that it is
 * one and how old it is; a page without a place for that is not shown.
 */
export class PageStrategy extends Strategy {
  protected override async _handle(
    request: Request,
    handler: StrategyHandler,
  ): Promise<Response | undefined> {
    const answer = handler.fetchAndCachePut(request).then(nullIfFailed, () => null);
    void handler.waitUntil(answer);
    const first = await Promise.race([answer, timeout(NETWORK_TIMEOUT_MS)]);
    if (first === "timeout") {
      const copy = await savedCopy(request, handler);
      if (copy && !showsPrice(copy.html)) return copy.response;
    }
    return (await answer) ?? (await savedCopy(request, handler))?.response;
  }
}

/** Firefox resolves a failed navigation preload with an error response, where other browsers reject it. */
function nullIfFailed(response: Response): Response | null {
  return response.type === "error" ? null : response;
}

function timeout(ms: number): Promise<"timeout"> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, "timeout");
  });
}

async function savedCopy(
  request: Request,
  handler: StrategyHandler,
): Promise<{ html: string; response: Response } | null> {
  const saved = await handler.cacheMatch(request);
  if (!saved) return null;
  const html = markSavedCopy(await saved.text(), new Date(saved.headers.get("date") ?? Number.NaN));
  return html === null ? null : { html, response: new Response(html, { headers: headersOf(saved) }) };
}

/** With the page's policy, but without the headers of the transferred bytes. */
function headersOf({ headers }: Response): Headers {
  const copied = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "etag"]) copied.delete(name);
  return copied;
}
