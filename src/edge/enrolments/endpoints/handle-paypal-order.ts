import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import type { SitePages } from "~/edge/pages/fill-page.ts";
import type { OrderPost } from "~/edge/payments/parse-order.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import { AccountRefused, placeOrder } from "~/edge/payments/paypal/place-order.ts";
import { isOwnOrder, outdatedPage, refuseResolved, registerOrder } from "~/edge/payments/register-order.ts";
import { refusalOf, refuseIncomplete } from "../check-registration.ts";
import { orderRefusal } from "../cohort-seats.ts";
import { keyRequestedBy } from "../start-enrolment.ts";
import { paidAsForm } from "./form-key.ts";

/**
 * 201 `{ id }` PayPal's order, at the record's price · 200 `{ orders: "browser" }` this edge has no account, or may store no more:
 * the browser makes its orders · 409 not to be charged, paid or being confirmed · 422 · 503 try again. Never rejects.
 */
export async function handlePayPalOrder(
  request: Request,
  { order }: OrderPost,
  context: AppContext,
  providers: PaymentProviders,
  pages: SitePages,
): Promise<Response> {
  if (order.charge.currency !== "USD") {
    return jsonResponse(422, { message: "PayPal takes dollars only." });
  }
  const client = providers.paypal?.client;
  if (!client) return jsonResponse(200, { orders: "browser" });
  try {
    const incomplete = await refuseIncomplete(order, context.prices, pages, request);
    if (incomplete) return incomplete;
    // The page may not have waited for this answer when it started the enrolment.
    const paid = await paidAsForm(request, order, context, providers);
    if (paid) return jsonResponse(409, { message: paid.message });
    const outdated = outdatedPage(order, context.prices);
    if (outdated) return jsonResponse(409, { message: outdated });
    const refusal = await orderRefusal(context, order);
    const refusedCohort = refusal && refusalOf({ cohort: refusal });
    if (refusedCohort) return refusedCohort;
    const requested = await keyRequestedBy(request);
    const keyDigest = requested?.digest ?? null;
    const counted = { what: "order", whose: visitorKey(request) } as const;
    const payment = await registerOrder(context, order, { ...counted, keyDigest });
    if (payment === "not-kept") return jsonResponse(200, { orders: "browser" });
    const refused = payment && (await refuseResolved(context, payment));
    if (refused) return refused;
    if (!payment || !isOwnOrder(payment, order, keyDigest)) {
      return jsonResponse(409, {
        message: "This reference belongs to another order. Please reload the page.",
      });
    }
    return jsonResponse(201, { id: await placeOrder(context, client, payment, order.charge) });
  } catch (error) {
    if (error instanceof AccountRefused) return jsonResponse(409, { message: error.message });
    logError("paypal-order-failed", { reference: order.reference, reason: reasonOf(error) });
    const message = "We couldn't reach PayPal. Nothing was charged. Please try again in a minute.";
    return jsonResponse(503, { message }, { "retry-after": "30" });
  }
}
