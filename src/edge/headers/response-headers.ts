import { COMMON_HEADERS, permissionsPolicy } from "~/domain/headers/content-policy.ts";

/** A response made on demand is data: opened as a page, nothing in it can run. */
const HEADERS = {
  ...COMMON_HEADERS,
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Permissions-Policy": permissionsPolicy(),
};

/** The answer with the headers it does not bring itself: the headers file is for files alone. */
export function withResponseHeaders(answer: Response): Response {
  const complete = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!complete.headers.has(name)) complete.headers.set(name, value);
  }
  return complete;
}
