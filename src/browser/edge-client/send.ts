import { hasEdge } from "~/domain/hosting.ts";
import { type EdgeRequest, type EdgeResponse, sendJson } from "./send-json.ts";

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
