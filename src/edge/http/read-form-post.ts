import { readLimitedText } from "./read-limited-text.ts";
import { isFromThisSite } from "./request-checks.ts";

/** What a page's form holds, or why it is not taken. */
export type FormPost =
  | { readonly ok: true; readonly fields: URLSearchParams }
  | { readonly ok: false; readonly status: 400 | 403 | 413; readonly message: string };

/**
 * Reads a form of this site's own pages: 403 from another site, 413 larger than `limit` bytes, 400 unreadable. Browsers name
 * the page's origin with every form that they post, so that one which names none is not a page's.
 */
export async function readFormPost(request: Request, limit: number): Promise<FormPost> {
  // Read before anything is refused: bytes left in the connection would break its next request.
  const read = await readLimitedText(request, limit);
  if (request.headers.get("origin") === null || !isFromThisSite(request)) {
    return { ok: false, status: 403, message: "This is taken from the academy's own website only." };
  }
  if (read.ok) return { ok: true, fields: new URLSearchParams(read.text) };
  return read.reason === "too-large"
    ? { ok: false, status: 413, message: `This is larger than ${limit / 1024} KB.` }
    : { ok: false, status: 400, message: "This must be complete UTF-8 text." };
}
