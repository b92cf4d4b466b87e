/** What a page says when it comes from the visitor's own device. Its words stand, hidden, in every page's layout. */

import { escapeHtml } from "~/domain/contact/escape-html.ts";

const HIDDEN_NOTICE = /(<aside\b[^>]*\bdata-saved-copy)\s+hidden/;
const EMPTY_DATE = "<time data-saved-at></time>";

/**
 * The page's HTML with its notice of being a saved copy uncovered and dated, and `data-saved` on <html>.
 * @param savedAt when the server gave it out
 * @returns null when the page has no such notice or nobody knows its date: then it must not be shown
 */
export function markSavedCopy(html: string, savedAt: Date): string | null {
  if (!HIDDEN_NOTICE.test(html) || !html.includes(EMPTY_DATE) || Number.isNaN(savedAt.getTime())) return null;
  return html
    .replace("<html", "<html data-saved")
    .replace(HIDDEN_NOTICE, "$1")
    .replace(EMPTY_DATE, `<time datetime="${savedAt.toISOString()}">${dateText(savedAt)}</time>`);
}

/** "20 November 2026 at 14:05", in the visitor's own time. */
function dateText(date: Date): string {
  return date.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
}

/** A page that can be read without a network. */
export interface SavedPage {
  readonly path: string;
  /** As HTML has it, escaped. */
  readonly title: string;
}

/** A page's title without the academy's name; null when it has none. */
export function titleOf(html: string): string | null {
  const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
  return title?.split(" · ")[0] ?? null;
}

const HIDDEN_LIST = /(<section\b[^>]*\bdata-saved-pages)\s+hidden/;
const EMPTY_LIST = /(<ul\b[^>]*>)<\/ul>/;

/** The offline page's HTML with the pages that can be read; unchanged when there are none. */
export function listSavedPages(html: string, pages: readonly SavedPage[]): string {
  if (pages.length === 0) return html;
  const links = pages.map(
    ({ path, title }) => `<li><a class="link" href="${escapeHtml(path)}">${title}</a></li>`,
  );
  return html.replace(HIDDEN_LIST, "$1").replace(EMPTY_LIST, (_, list) => `${list}${links.join("")}</ul>`);
}
