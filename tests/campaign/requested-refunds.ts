/** The refunds that the edge requests from the providers. */
import type { RefundStatus } from "~/sandbox/providers/paystack-shapes.ts";
import { HOUR, MINUTE } from "./plan.ts";
import type { Books } from "./returned-money.ts";
import { runIn } from "./time.ts";
import type { World } from "./world.ts";

/** The statuses that a requested refund passes through. One of these lists is drawn. */
const STATUSES: readonly (readonly RefundStatus[])[] = [
  ["processed"],
  ["processed"],
  ["failed"],
  ["needs-attention", "processed"],
];

export function startRefunds(world: World, { paystack, paypal }: Books) {
  const { time, noise, database } = world;
  /** Refunds that exceeded the amount that the edge had recorded as held, a sentence each. */
  const excessive: string[] = [];

  /** Returns all requested refunds. `marker` is the text by which the edge finds each again. */
  function requested() {
    const dollars = [...paypal.orders.values()].flatMap(({ refunds }) => refunds);
    return [
      ...[...paystack.refunds.values()].map(({ note, ...refund }) => ({ ...refund, marker: note })),
      ...dollars.map(({ requestId, ...refund }) => ({ ...refund, marker: requestId ?? "" })),
    ].filter(({ marker }) => marker !== "");
  }

  /** Serves a request for a refund, and schedules the further steps of a new one. */
  async function serve(request: Request, server: (request: Request) => Promise<Response>): Promise<Response> {
    const reference = referenceIn(request.url, (await request.clone().json()).transaction);
    const paidMinor = await runIn(null, () =>
      database
        .prepare("SELECT paid_minor FROM payments WHERE reference = ?")
        .bind(reference)
        .first<{ paid_minor: number }>(),
    );
    const earlierIds = new Set(requested().map(({ id }) => id));
    const response = await server(request);
    for (const { id, minor } of requested().filter((refund) => !earlierIds.has(refund.id))) {
      if (minor > (paidMinor?.paid_minor ?? 0))
        excessive.push(`${reference} was refunded ${minor} beyond what is held.`);
      for (const [index, status] of noise.pick(STATUSES).entries()) {
        time.schedule(noise.spread(MINUTE, 6 * HOUR) + index * 6 * HOUR, () => move(id, status));
      }
    }
    if (noise.chance(0.3)) {
      world.noteFault("refund loses its answer");
      throw new TypeError("fetch failed");
    }
    return response;
  }

  /** Returns the reference of the payment to refund. @param chargeId Paystack's id, in the body */
  function referenceIn(url: string, chargeId: string): string {
    const captureId = new URL(url).pathname.split("/").at(-2) ?? "";
    const charge = [...paystack.charges.values()].find(({ id }) => String(id) === chargeId);
    const order = paypal.findByCapture(captureId);
    return charge?.reference ?? order?.request.purchase_units[0].invoice_id ?? "";
  }

  function move(id: number | string, status: RefundStatus): void {
    if (typeof id === "number") paystack.moveRefund(id, status);
    else if (status !== "needs-attention")
      paypal.moveRefund(id, status === "failed" ? "FAILED" : "COMPLETED");
  }

  return { excessive, requested, serve };
}
