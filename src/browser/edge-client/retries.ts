import { timeoutSignal } from "./timeout-signal.ts";

/** Longer than any page waits for the answer. A try on a dead connection would otherwise hang, and none would follow. */
const TRY_TIMEOUT_MS = 20_000;

/** Before each further try, when there was no answer or the edge was in trouble. */
const RETRY_PAUSES_MS = [2_000, 10_000, 30_000];

/**
 * Posts JSON to the edge, and again a few times while the page is open.
 * @param options what each further try posts, `isStillTrue` asked before it, headers beside the content type
 * @returns the answer to the first try; null when there is none
 */
export function postWithRetries(
  path: string,
  json: unknown,
  {
    later = json,
    isStillTrue = () => true,
    headers = {},
  }: { later?: unknown; isStillTrue?: () => boolean; headers?: Record<string, string> } = {},
): Promise<Response | null> {
  const post = async (tries: number): Promise<Response | null> => {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(tries === 0 ? json : later),
      // It goes out even if the visitor leaves the page at once.
      keepalive: true,
      signal: timeoutSignal(TRY_TIMEOUT_MS),
    }).catch(() => null);
    const isReceived = answer !== null && answer.status !== 429 && answer.status < 500;
    const pause = RETRY_PAUSES_MS[tries];
    if (!isReceived && pause !== undefined) {
      setTimeout(() => {
        if (isStillTrue()) void post(tries + 1);
      }, pause);
    }
    return answer;
  };
  return post(0);
}
