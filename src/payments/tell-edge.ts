import type { Order } from "~/domain/enrolment/order.ts";
import { isOwnEdge } from "~/mail/own-edge.ts";
import { textIn } from "./text-in.ts";

/** A checkout waits so long for the edge to say whether its price is still true; no longer, for the edge may be down. */
const PRICE_TIMEOUT_MS = 4_000;

/**
 * Names an order to the edge, where there is one, before its checkout opens, so that the provider's word about its
 * payment can be compared with it. Should it be lost, the payment's own record tells the same.
 * @returns why it must not be charged, in words for the visitor: the page was loaded before the price changed. null when
 * the edge agrees or does not answer in time: nobody is kept from paying by an edge in trouble.
 */
export async function announceOrder(order: Order): Promise<string | null> {
  if (!isOwnEdge()) return null;
  const answer = await Promise.race([tellEdge("/prod/registrations", { order }), nobody(PRICE_TIMEOUT_MS)]);
  if (answer?.status !== 409) return null;
  return textIn(await answer.json().catch(() => null), "message");
}

function nobody(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null));
}

/** Before each further try, when nobody answered or the edge was in trouble. */
const RETRY_PAUSES_MS = [2_000, 10_000, 30_000];

/**
 * Tells the edge something, and tells it again a few times while the page is open.
 * @param isStillTrue asked before it is told again
 * @returns the answer to the first try; null when there is none
 */
export function tellEdge(path: string, json: unknown, isStillTrue = () => true): Promise<Response | null> {
  const body = JSON.stringify(json);
  const tell = async (tries: number): Promise<Response | null> => {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      // It goes out even if the visitor leaves the page at once.
      keepalive: true,
    }).catch(() => null);
    const isHeard = answer !== null && answer.status !== 429 && answer.status < 500;
    const pause = RETRY_PAUSES_MS[tries];
    if (!isHeard && pause !== undefined) setTimeout(() => isStillTrue() && void tell(tries + 1), pause);
    return answer;
  };
  return tell(0);
}
