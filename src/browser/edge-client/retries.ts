import { type EdgeRequest, type EdgeResponse, send } from "./send.ts";

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
