import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/json-response.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { clearOrderId } from "../registration-store.ts";
import { refuseOrderAction } from "./refuse-order-action.ts";

/**
 * Abandons an order whose visitor left the checkout and read that nothing is charged, so that an approval which arrives late
 * is not charged either: POST of an empty object. The visitor may take the order up again.
 *
 * 200 noted, also of an order that is not known · 4xx not such a request · 429 too many · 503 could not be noted. Never
 * rejects.
 */
export async function handlePayPalAbandonment(
  request: Request,
  orderId: string,
  context: AppContext,
): Promise<Response> {
  const refusal = await refuseOrderAction(request, orderId, context);
  if (refusal) return refusal;
  try {
    await clearOrderId(context.db, orderId);
    return jsonResponse(200, { message: "Noted" });
  } catch (error) {
    logError("paypal-abandonment-not-noted", { reason: reasonOf(error) });
    return jsonResponse(503, { message: "This could not be noted just now." });
  }
}
