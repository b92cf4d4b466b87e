import { COMMON_HEADERS, permissionsPolicy } from "~/domain/headers/content-policy.ts";

/** Returns a JSON response that no cache stores. `headers` replace the common ones. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

/** The headers of a response made on demand. If a browser opens it as a page, nothing in it can run. */
const HEADERS = {
  ...COMMON_HEADERS,
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Permissions-Policy": permissionsPolicy(),
};

/** Adds the common headers that a response lacks. The build's headers file applies to static files alone. */
export function withResponseHeaders(answer: Response): Response {
  const complete = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!complete.headers.has(name)) complete.headers.set(name, value);
  }
  return complete;
}

/** Answers with a file or a range of it, without which Safari plays no film. The platform has no ranges. */
export async function withRange(request: Request, file: Response): Promise<Response> {
  if (!file.ok) return file;
  const bytes = await file.arrayBuffer();
  const headers = new Headers(file.headers);
  headers.set("Accept-Ranges", "bytes");
  const range = parseRange(request.headers.get("Range"), bytes.byteLength);
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${bytes.byteLength}` } });
  }
  const { first, last } = range ?? { first: 0, last: bytes.byteLength - 1 };
  headers.set("Content-Length", String(last - first + 1));
  if (range) headers.set("Content-Range", `bytes ${first}-${last}/${bytes.byteLength}`);
  const body = request.method === "HEAD" ? null : bytes.slice(first, last + 1);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** Reads one range; `null` if the whole file is the answer: for no range, several, or an invalid one. */
function parseRange(header: string | null, size: number) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (!from && !to) return null;
  if (!from) {
    const length = Number(to);
    return length === 0 ? "unsatisfiable" : { first: Math.max(0, size - length), last: size - 1 };
  }
  const first = Number(from);
  const last = to ? Math.min(Number(to), size - 1) : size - 1;
  if (to && Number(to) < first) return null;
  return first >= size ? "unsatisfiable" : { first, last };
}
