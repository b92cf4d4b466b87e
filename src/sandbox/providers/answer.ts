export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: Headers;
  /** The body, byte for byte. */
  readonly text: string;
}

/** Returns a parameter that the provider does not document, and so would ignore. */
export function unpublishedIn(
  search: URLSearchParams,
  published: readonly string[] = [],
): string | undefined {
  return [...search.keys()].find((name) => !published.includes(name));
}

/** The response of a stand-in; "hang up" ends the connection without one. */
export type Answer =
  | { readonly status: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  | "hang up";

/** A provider's server. It rejects as fetch does if the connection ends without an answer. */
export type ProviderServer = (request: Request) => Promise<Response>;

export function providerServer(answer: (request: Asked) => Answer): ProviderServer {
  return async (request) => {
    const { pathname: path, searchParams: search } = new URL(request.url);
    const { method, headers } = request;
    return respond(answer({ method, path, search, headers, text: await request.text() }));
  };
}

export function respond(answer: Answer): Response {
  if (answer === "hang up") throw new TypeError("fetch failed");
  const { status, headers } = answer;
  return Response.json(answer.json, { status, headers });
}
