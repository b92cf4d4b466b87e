import { COMMON_HEADERS } from "./common-headers.ts";
import { permissionsPolicy } from "./content-policy.ts";

/** An answer made on demand is data: whoever opens one gets nothing that can act. */
const HEADERS = {
  ...COMMON_HEADERS,
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Permissions-Policy": permissionsPolicy(),
};

/** The answer with the headers it does not bring itself: the headers file is for files alone. */
export function withAnswerHeaders(answer: Response): Response {
  const complete = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!complete.headers.has(name)) complete.headers.set(name, value);
  }
  return complete;
}
