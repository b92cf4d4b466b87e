/** The notice of a saved copy. Every page's layout has it, hidden; the service worker uncovers it. */

import { localTimeLabel } from "~/domain/dates/day.ts";
import { escapeHtml } from "~/domain/text.ts";

const HIDDEN_NOTICE = /(<aside\b[^>]*\bdata-saved-copy)\s+hidden/;
const EMPTY_DATE = "<time data-saved-at></time>";

/**
 * Returns the page's HTML with its saved-copy notice uncovered and dated, and `data-saved` on <html>.
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

/** Returns the response with a Date header, the present time if it has none. A copy shows its age. */
export function withDate(response: Response): Response {
  if (response.headers.has("date")) return response;
  const headers = new Headers(response.headers);
  headers.set("date", new Date().toUTCString());
  return new Response(response.body, { status: response.status, headers });
}

export interface SavedPage {
  readonly path: string;
  readonly title: string;
}

/** Returns a page's title without the academy's name; null without a title. */
export function titleOf(html: string): string | null {
  const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
  return title?.split(" · ")[0] ?? null;
}

const HIDDEN_LIST = /(<section\b[^>]*\bdata-saved-pages)\s+hidden/;
const EMPTY_LIST = /(<ul\b[^>]*>)<\/ul>/;

/** Returns the offline page's HTML with links to the saved pages; unchanged if there are none. */
export function listSavedPages(html: string, pages: readonly SavedPage[]): string {
  if (pages.length === 0) return html;
  const links = pages.map(
    ({ path, title }) => `<li><a class="link" href="${escapeHtml(path)}">${title}</a></li>`,
  );
  return html.replace(HIDDEN_LIST, "$1").replace(EMPTY_LIST, (_, list) => `${list}${links.join("")}</ul>`);
}

/** The message of a page that was loaded without the worker: the page and files to cache. */
export interface SeenPage {
  readonly page: string;
  readonly files: readonly string[];
}

/**
 * Whether a page may be cached. On-demand addresses may not, nor may the desk's pages, which name learners.
 */
export function isPage({ pathname }: URL): boolean {
  return !/^\/(json|sandbox|prod|desk)(\/|$)/.test(pathname);
}

/** Whether the name of a file changes with its content. */
export function isHashedFile({ pathname }: URL): boolean {
  return pathname.startsWith("/_astro/");
}

/** Whether a file is a picture whose name stays the same across deploys. */
export function isNamedFile({ pathname }: URL): boolean {
  return pathname.startsWith("/pictures/");
}
