/** The response of the edge, or of a service in its place. */
export interface EdgeResponse {
  readonly status: number;
  readonly ok: boolean;
  /** The JSON of the response; null if it has none. */
  readonly body: unknown;
}

export interface EdgeRequest {
  /** POST if there is JSON to send, else GET. */
  readonly method?: "GET" | "PATCH" | "POST";
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the response may take. */
  readonly timeoutMs: number;
  /** Whether the request goes out even if the visitor leaves the page at once. */
  readonly keepalive?: boolean;
}

/**
 * Sends a request to the edge, or to a service in its place such as a mail gateway, and reads the response.
 * Never rejects.
 * @returns null if no response comes in time
 */
export async function sendJson(
  address: string | URL,
  { json, method = json === undefined ? "GET" : "POST", headers = {}, timeoutMs, keepalive }: EdgeRequest,
): Promise<EdgeResponse | null> {
  const content: Record<string, string> = json === undefined ? {} : { "content-type": "application/json" };
  // `AbortSignal.timeout` is missing in iOS 15 and Chrome 102.
  const timeout = new AbortController();
  setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await fetch(address, {
      method,
      headers: { ...content, ...headers },
      body: json === undefined ? undefined : JSON.stringify(json),
      keepalive,
      signal: timeout.signal,
    });
    const responseBody: unknown = await response.json().catch(() => null);
    return { status: response.status, ok: response.ok, body: responseBody };
  } catch {
    return null;
  }
}
