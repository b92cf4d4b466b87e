import type { AppContext } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { jsonResponse } from "~/edge/http/json-response.ts";
import { isWithinLimit, visitorKey } from "~/edge/http/rate-limit.ts";
import { readJsonPost } from "~/edge/http/read-json-post.ts";
import { MAX_EMPTY_BYTES } from "../body-limits.ts";
import { referenceOfEvent } from "../payment-events.ts";

/**
 * What refuses a request that does something with an order at PayPal; null for a POST of an empty object from one of this
 * site's pages: 4xx not such a request · 429 faster than a person pays; of an order that was made here its own requests are
 * counted, whoever else is at the same address. Never rejects.
 */
export async function refuseOrderAction(
  request: Request,
  orderId: string,
  { db, orderLimit }: AppContext,
): Promise<Response | null> {
  const post = await readJsonPost(request, { limit: MAX_EMPTY_BYTES, from: "this site" });
  if (!post.ok) return post.refusal;
  const whose = (await isKnown(db, orderId)) ? orderId : visitorKey(request);
  if (await isWithinLimit(orderLimit, `order:${whose}`)) return null;
  return jsonResponse(429, { message: "Please try again in a minute." }, { "retry-after": "60" });
}

async function isKnown(db: Database, orderId: string): Promise<boolean> {
  try {
    return (await referenceOfEvent(db, "paypal", `ordered:${orderId}`)) !== null;
  } catch {
    // What the request asks for fails as well, and says so.
    return false;
  }
}
