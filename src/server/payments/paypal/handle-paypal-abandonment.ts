import { jsonResponse } from "../../http/json-response.ts";
import { readJsonPost } from "../../http/read-json-post.ts";
import { logError, reasonOf } from "../../log.ts";
import { MAX_EMPTY_BYTES } from "../body-limits.ts";
import type { PaymentContext } from "../payment-context.ts";
import { forgetOrderId } from "../registration-store.ts";

/**
 * Hears that the visitor left the checkout and was told that nothing is charged, so that an agreement which arrives
 * late is not charged either: POST of an empty object. The visitor may take the order up again.
 *
 * 200 noted, also of an order that is not known · 4xx not such a request · 503 could not be noted. Never rejects.
 */
export async function handlePayPalAbandonment(
  request: Request,
  orderId: string,
  { db }: PaymentContext,
): Promise<Response> {
  const post = await readJsonPost(request, { limit: MAX_EMPTY_BYTES, from: "this site" });
  if (!post.ok) return post.refusal;
  try {
    await forgetOrderId(db, orderId);
    return jsonResponse(200, { message: "Noted" });
  } catch (error) {
    logError("paypal-abandonment-not-noted", { reason: reasonOf(error) });
    return jsonResponse(503, { message: "This could not be noted just now." });
  }
}
