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
  /** How long the answer may take. */
  readonly timeoutMs: number;
  /** Whether the request goes out even if the visitor leaves the page at once. */
  readonly keepalive?: boolean;
}

/**
 * Sends a request to the edge, or to a service in its place such as a mail gateway, and reads the answer.
 * Never rejects.
 * @returns null if no answer comes in time
 */
export async function sendJson(
  address: string | URL,
  { json, method = json === undefined ? "GET" : "POST", headers = {}, timeoutMs, keepalive }: EdgeRequest,
): Promise<EdgeResponse | null> {
  const content: Record<string, string> = json === undefined ? {} : { "content-type": "application/json" };
  try {
    const answer = await fetch(address, {
      method,
      headers: { ...content, ...headers },
      body: json === undefined ? undefined : JSON.stringify(json),
      keepalive,
      signal: timeoutSignal(timeoutMs),
    });
    const body: unknown = await answer.json().catch(() => null);
    return { status: answer.status, ok: answer.ok, body };
  } catch {
    return null;
  }
}

/** Answers as a host that serves only files would. */
const answerWithoutEdge: typeof sendJson = async () => ({ status: 404, ok: false, body: null });

/** Whether a response is that of a host that serves only files. */
export function isWithoutEdge({ status }: EdgeResponse): boolean {
  return [404, 405, 501].includes(status);
}

/** Whether this build is for a host with an edge. */
export const isServed = hasEdge();

/** Asks the edge like {@link sendJson}. A build for a host without an edge sends nothing. */
export const send = isServed ? sendJson : answerWithoutEdge;

/** The timeout of a try. Without it a dead connection would prevent further tries. */
const TRY_TIMEOUT_MS = 20_000;

/** The pauses before further tries, after no answer or a failure of the edge. */
const RETRY_PAUSES_MS = [2_000, 10_000, 30_000];

interface BackgroundPost extends Pick<EdgeRequest, "headers"> {
  /** The body of further tries; the first try's body if it is left out. */
  readonly later?: unknown;
  /** Whether a further try is still wanted. It is called before each. */
  readonly isStillTrue?: () => boolean;
}

/** Whether the edge has accepted or refused a request, so that another try would change nothing. */
function isDecided(answer: EdgeResponse | null): boolean {
  return answer !== null && answer.status !== 429 && answer.status < 500;
}

/**
 * Posts JSON to the edge, and again a few times while the page is open. Never rejects.
 * @returns the answer to the first try; null when there is none
 */
export function postWithRetries(
  path: string,
  json: unknown,
  { later = json, isStillTrue = () => true, headers }: BackgroundPost = {},
): Promise<EdgeResponse | null> {
  const post = async (tries: number): Promise<EdgeResponse | null> => {
    const posted = tries === 0 ? json : later;
    const answer = await send(path, { json: posted, headers, keepalive: true, timeoutMs: TRY_TIMEOUT_MS });
    const pause = RETRY_PAUSES_MS[tries];
    if (!isDecided(answer) && pause !== undefined) {
      setTimeout(() => {
        if (isStillTrue()) void post(tries + 1);
      }, pause);
    }
    return answer;
  };
  return post(0);
}

/**
 * Sends a request until it is decided, with a pause (ms) before each further try.
 * @returns the last answer; null without one
 */
export async function sendUntilDecided(
  path: string,
  request: EdgeRequest,
  pausesMs: readonly number[],
): Promise<EdgeResponse | null> {
  const answer = await send(path, request);
  const [pause, ...laterPauses] = pausesMs;
  if (isDecided(answer) || pause === undefined) return answer;
  await new Promise((resolve) => setTimeout(resolve, pause));
  return sendUntilDecided(path, request, laterPauses);
}

/** Returns a signal that aborts after a time. `AbortSignal.timeout` is missing in iOS 15 and Chrome 102. */
function timeoutSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException("timed out", "TimeoutError")), milliseconds);
  return controller.signal;
}
