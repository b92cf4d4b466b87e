import { jsonResponse } from "./json-response.ts";
import { readLimitedText } from "./read-limited-text.ts";
import { isFromThisSite, isJson } from "./request-checks.ts";

/** The request's JSON and the text it was read from, or the answer that refuses it. */
export type JsonPost = { ok: true; body: unknown; text: string } | { ok: false; refusal: Response };

/**
 * Reads a POST, or a PATCH, of JSON: 400 unreadable, 403 from another site, 405 another method, 413 larger than `limit`
 * bytes, 415 another type. A webhook comes from no page, so its origin is not checked.
 */
export async function readJsonPost(
  request: Request,
  {
    limit,
    from,
    method = "POST",
  }: { limit: number; from: "this site" | "anywhere"; method?: "POST" | "PATCH" },
): Promise<JsonPost> {
  // Read before anything is refused: bytes left in the connection would break its next request.
  const read = await readLimitedText(request, limit);
  if (request.method !== method) {
    return refuse(405, `Only ${method} is answered here.`, { allow: method });
  }
  if (from === "this site" && !isFromThisSite(request)) {
    return refuse(403, "This is taken from the academy's own website only.");
  }
  if (!isJson(request)) {
    return refuse(415, "This must be sent as application/json.");
  }
  if (!read.ok) {
    return read.reason === "too-large"
      ? refuse(413, `This is larger than ${limit / 1024} KB.`)
      : refuse(400, "This must be complete UTF-8 text.");
  }
  try {
    return { ok: true, body: JSON.parse(read.text), text: read.text };
  } catch {
    return refuse(400, "This must be valid JSON.");
  }
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): JsonPost {
  return { ok: false, refusal: jsonResponse(status, { message }, headers) };
}
