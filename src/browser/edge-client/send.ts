import { hasEdge } from "~/domain/hosting.ts";

/** The answer of the edge, or of whatever else is in its place. */
export interface EdgeResponse {
  readonly status: number;
  readonly ok: boolean;
  /** The JSON of the answer; null where it is none. */
  readonly body: unknown;
}

export interface EdgeRequest {
  /** POST where there is JSON to send, else GET. */
  readonly method?: "GET" | "PATCH" | "POST";
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the answer may take. */
  readonly timeoutMs: number;
  /** Whether the request goes out even if the visitor leaves the page at once. */
  readonly keepalive?: boolean;
}

/**
 * Sends a request and reads its answer; also to a service in the edge's place, such as a mail gateway. Never rejects.
 * @returns null when there is no answer in time
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

/** Answers for a host that serves files only, as it would. */
const answerWithoutEdge: typeof sendJson = async () => ({ status: 404, ok: false, body: null });

/** Whether an answer is that of a host that serves files only. */
export function isWithoutEdge({ status }: EdgeResponse): boolean {
  return [404, 405, 501].includes(status);
}

/** Whether this build is for a host with an edge. */
export const isServed = hasEdge();

/** Asks the edge, as {@link sendJson} does; a build for a host without one asks nothing. */
export const send = isServed ? sendJson : answerWithoutEdge;

/** Longer than any page waits for the answer. A try on a dead connection would otherwise hang, and none would follow. */
const TRY_TIMEOUT_MS = 20_000;

/** Before each further try, when there was no answer or the edge was in trouble. */
const RETRY_PAUSES_MS = [2_000, 10_000, 30_000];

interface BackgroundPost extends Pick<EdgeRequest, "headers"> {
  /** The body of each further try; the first one's where it is left out. */
  readonly later?: unknown;
  /** Asked before each further try. */
  readonly isStillTrue?: () => boolean;
}

/** Whether the edge has taken a request or refused it: another try would change nothing. */
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

/** Sends a request until it is decided, at once again after each of the pauses (ms). @returns the last answer; null without one */
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
