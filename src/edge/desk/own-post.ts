import { readLimitedText } from "~/edge/http/read-limited-text.ts";
import { isFormPost, mediaType } from "~/edge/http/request-checks.ts";
import { readUpload } from "./upload.ts";

/** Notes and details are short; a form has a dozen fields. */
const MOST_BYTES = 32 * 1024;

export type OwnPost =
  | { readonly ok: true; readonly form: URLSearchParams; readonly file: AsyncIterable<string> | null }
  | { readonly ok: false; readonly status: 400 | 403 | 413 | 415; readonly text: string };

/**
 * Reads what a form of the desk's own pages posts. Against CSRF, a post must say where it comes from, by `Sec-Fetch-Site` or
 * else `Origin`: a page of another site could post here with its reader's session.
 * @param takesFile whether the form may hold a file, which is then left to be read in pieces
 */
export async function readOwnPost(request: Request, { takesFile }: { takesFile: boolean }): Promise<OwnPost> {
  if (takesFile && mediaType(request) === "multipart/form-data" && isOwn(request)) {
    const upload = await readUpload(request);
    return upload
      ? { ok: true, ...upload }
      : refused(
          400,
          "The form came with no file, or not as a whole. Nothing was done; go back and send it again.",
        );
  }
  // Read before anything is refused: bytes left in the connection would break its next request.
  const read = await readLimitedText(request, MOST_BYTES);
  if (!isOwn(request)) {
    return refused(403, "This came from another page than one of the desk's. Nothing was done.");
  }
  if (!isFormPost(request)) {
    return refused(415, "This is no form of the desk's. Nothing was done.");
  }
  if (!read.ok) return refused(413, "This is too long. Nothing was done; go back and shorten it.");
  return { ok: true, form: new URLSearchParams(read.text), file: null };
}

function isOwn(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return request.headers.get("origin") === new URL(request.url).origin;
}

function refused(status: 400 | 403 | 413 | 415, text: string): OwnPost {
  return { ok: false, status, text };
}
