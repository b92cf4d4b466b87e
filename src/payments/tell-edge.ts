import type { Order } from "~/domain/enrolment/order.ts";
import { isOwnEdge } from "~/mail/own-edge.ts";

/**
 * Names an order to the edge, where there is one, before its checkout opens, so that the provider's word about its payment can be compared
 * with it. Nothing waits for it: the payment's own record tells the same, should it be lost.
 */
export function announceOrder(order: Order): void {
  if (isOwnEdge()) tellEdge("/prod/registrations", { order });
}

/** Before each further try, when nobody answered or the edge was in trouble. */
const RETRY_PAUSES_MS = [2_000, 10_000, 30_000];

/**
 * Tells the edge something that nothing waits for, and tells it again a few times while the page is open.
 * @param isStillTrue asked before it is told again
 */
export function tellEdge(path: string, json: unknown, isStillTrue = () => true): void {
  const body = JSON.stringify(json);
  const tell = async (tries: number): Promise<void> => {
    const status = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      // It goes out even if the visitor leaves the page at once.
      keepalive: true,
    }).then(
      (answer) => answer.status,
      () => null,
    );
    const isHeard = status !== null && status !== 429 && status < 500;
    const pause = RETRY_PAUSES_MS[tries];
    if (isHeard || pause === undefined) return;
    setTimeout(() => isStillTrue() && void tell(tries + 1), pause);
  };
  void tell(0);
}
