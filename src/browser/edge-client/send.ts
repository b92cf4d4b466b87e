import { hasEdge } from "~/domain/hosting.ts";

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

/** Responds as a host that serves only files would. */
const respondWithoutEdge: typeof sendJson = async () => ({ status: 404, ok: false, body: null });

/** Whether a response is that of a host that serves only files. */
export function isWithoutEdge({ status }: EdgeResponse): boolean {
  return [404, 405, 501].includes(status);
}

/**
 * Whether this build is for a host with an edge. Only an edge stores enrolments, so only then Signup works without
 * script, receipts are mailed, and another payer can be asked.
 */
export const HAS_EDGE = hasEdge();

/** Sends a request to the edge like {@link sendJson}. A build for a host without an edge sends nothing. */
export const send = HAS_EDGE ? sendJson : respondWithoutEdge;

/** Without a timeout a dead connection would prevent the next attempt. */
const ATTEMPT_TIMEOUT_MS = 20_000;

/** The pauses before further attempts, after no response or a failure of the edge. */
const RETRY_PAUSES_MS = [2_000, 10_000, 30_000];

interface RetryOptions extends Pick<EdgeRequest, "headers"> {
  /** The JSON of further attempts. By default that of the first one. */
  readonly retryJson?: unknown;
  /** Whether another attempt is still wanted. It is called before each. */
  readonly isStillWanted?: () => boolean;
}

/** Whether the edge has accepted or refused a request, so that another attempt would change nothing. */
function isDecided(response: EdgeResponse | null): boolean {
  return response !== null && response.status !== 429 && response.status < 500;
}

/**
 * Posts JSON to the edge, and again a few times while the page is open. Never rejects.
 * @returns the response to the first attempt; null if there is none
 */
export async function postWithRetries(
  path: string,
  json: unknown,
  { retryJson = json, isStillWanted = () => true, headers }: RetryOptions = {},
  [pause, ...laterPauses]: readonly number[] = RETRY_PAUSES_MS,
): Promise<EdgeResponse | null> {
  const response = await send(path, { json, headers, keepalive: true, timeoutMs: ATTEMPT_TIMEOUT_MS });
  if (!isDecided(response) && pause !== undefined) {
    setTimeout(() => {
      if (isStillWanted()) void postWithRetries(path, retryJson, { isStillWanted, headers }, laterPauses);
    }, pause);
  }
  return response;
}

/**
 * Sends a request until it is decided, with a pause (ms) before each further attempt.
 * @returns the last response; null if there is none
 */
export async function sendUntilDecided(
  path: string,
  request: EdgeRequest,
  pausesMs: readonly number[],
): Promise<EdgeResponse | null> {
  const response = await send(path, request);
  const [pause, ...laterPauses] = pausesMs;
  if (isDecided(response) || pause === undefined) return response;
  await new Promise((resolve) => setTimeout(resolve, pause));
  return sendUntilDecided(path, request, laterPauses);
}
