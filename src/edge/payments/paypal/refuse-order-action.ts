import { jsonResponse } from "~/edge/http/json-response.ts";
import { isWithinLimit, visitorKey } from "~/edge/http/rate-limit.ts";
import { readJsonPost } from "~/edge/http/read-json-post.ts";
import { MAX_EMPTY_BYTES } from "../body-limits.ts";
import type { PaymentContext } from "../payment-context.ts";

/**
 * What refuses a request that does something with an order at PayPal; null for a POST of an empty object from one of this
 * site's pages: 4xx not such a request · 429 from a visitor who does so faster than a person pays. Never rejects.
 */
export async function refuseOrderAction(
  request: Request,
  { orderLimit }: PaymentContext,
): Promise<Response | null> {
  const post = await readJsonPost(request, { limit: MAX_EMPTY_BYTES, from: "this site" });
  if (!post.ok) return post.refusal;
  // A key of their own counts these requests separately from orders.
  if (await isWithinLimit(orderLimit, `order:${visitorKey(request)}`)) return null;
  return jsonResponse(429, { message: "Please try again in a minute." }, { "retry-after": "60" });
}
