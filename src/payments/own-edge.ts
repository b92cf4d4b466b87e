import type { Order } from "~/domain/enrolment/order.ts";

/** Whether this site's own endpoints serve it; with another gateway for mails there is nobody to tell of an order. */
export function isOwnEdge(): boolean {
  return !import.meta.env.PUBLIC_MAIL_ENDPOINT;
}

/**
 * Names an order to the edge before its checkout opens, so that the provider's word about its payment can be compared
 * with it. Nothing waits for it: the payment's own record tells the same, should it be lost.
 */
export function announceOrder(order: Order): void {
  if (isOwnEdge()) tellEdge("/prod/registrations", { order });
}

/** Tells the edge something that nothing waits for. */
export function tellEdge(path: string, json: unknown): void {
  fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(json),
    // It goes out even if the visitor leaves the page at once.
    keepalive: true,
  }).catch(() => undefined);
}
