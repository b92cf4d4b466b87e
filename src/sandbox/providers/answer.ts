/** A request to a stand-in. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: Headers;
  /** The unparsed body. */
  readonly text: string;
}

/** Returns the first parameter that the provider does not document, and would ignore. */
export function undocumentedParameter(search: URLSearchParams, documented: readonly string[] = []) {
  return [...search.keys()].find((name) => !documented.includes(name));
}

/** The response of a stand-in; "hang up" ends the connection without one. */
export type ApiResponse =
  | { readonly status: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  | "hang up";

/** A provider's server. It rejects as fetch does if the connection ends without a response. */
export type ProviderServer = (request: Request) => Promise<Response>;

export function providerServer(answer: (request: ApiRequest) => ApiResponse): ProviderServer {
  return async (request) => {
    const { pathname: path, searchParams: search } = new URL(request.url);
    const { method, headers } = request;
    return respond(answer({ method, path, search, headers, text: await request.text() }));
  };
}

export function respond(answer: ApiResponse): Response {
  if (answer === "hang up") throw new TypeError("fetch failed");
  const { status, headers } = answer;
  return Response.json(answer.json, { status, headers });
}
