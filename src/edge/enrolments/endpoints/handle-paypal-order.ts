import { jsonResponse } from "~/edge/http/responses.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import type { Checked } from "~/edge/middleware/request-body.ts";
import type { orderPost } from "~/edge/payments/parse-order.ts";
import { AccountRefused } from "~/edge/payments/paypal/place-order.ts";
import { notStarted, refuse } from "~/edge/payments/refusals.ts";
import { refuseResolved } from "~/edge/payments/register-order.ts";
import { startPayment } from "~/edge/payments/start-payment.ts";
import { takePageOrder } from "./take-order.ts";

/**
 * 201 `{ id }` PayPal's order, at the record's price · 200 `{ orders: "browser" }` this edge has no account, or may store no more:
 * the browser makes its orders · 409 not to be charged, paid or being confirmed · 422 · 503 try again. Never rejects.
 */
export async function handlePayPalOrder(c: Checked<typeof orderPost>): Promise<Response> {
  const { context, pages } = c.env;
  const request = c.req.raw;
  const { order } = c.req.valid("json");
  if (order.charge.currency !== "USD") {
    return jsonResponse(422, { message: "PayPal takes dollars only." });
  }
  const madeInBrowser = jsonResponse(200, { orders: "browser" });
  if (!context.providers.paypal) return madeInBrowser;
  try {
    const taken = await takePageOrder(context, order, { request, pages, isWaiting: true });
    if (taken.type === "refused") return taken.answer;
    if (taken.type !== "own") return madeInBrowser;
    const dialog = { address: new URL(request.url), leavesSite: false };
    const start = await startPayment(context, taken.payment, dialog);
    if (start.type === "resolved") return (await refuseResolved(context, start.payment)) ?? madeInBrowser;
    if (start.type === "reference-used") return notStarted("reference-used");
    const checkout = start.type === "started" ? start.checkout : null;
    return checkout?.provider === "paypal" ? jsonResponse(201, { id: checkout.orderId }) : madeInBrowser;
  } catch (error) {
    if (error instanceof AccountRefused) return jsonResponse(409, { message: error.message });
    logError("paypal-order-failed", { reference: order.reference, reason: reasonOf(error) });
    return refuse("paypal-unreachable");
  }
}
