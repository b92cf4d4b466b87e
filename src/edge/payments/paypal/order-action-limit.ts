import type { MiddlewareHandler } from "hono";
import type { Database } from "~/edge/database.ts";
import type { EdgeEnv } from "~/edge/edge-env.ts";
import { jsonResponse } from "~/edge/http/json-response.ts";
import { isWithinLimit, visitorKey } from "~/edge/http/rate-limit.ts";
import { referenceOfEvent } from "../payment-events.ts";

/**
 * 429 to whoever does something with an order at PayPal faster than a person pays; of an order that was made here its own
 * requests are counted, whoever else is at the same address.
 */
export const orderActionLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const { db, orderLimit } = c.env.context;
  const orderId = c.req.param("id") ?? "";
  const whose = (await isKnown(db, orderId)) ? orderId : visitorKey(c.req.raw);
  if (await isWithinLimit(orderLimit, `order:${whose}`)) return next();
  return jsonResponse(429, { message: "Please try again in a minute." }, { "retry-after": "60" });
};

async function isKnown(db: Database, orderId: string): Promise<boolean> {
  try {
    return (await referenceOfEvent(db, "paypal", `ordered:${orderId}`)) !== null;
  } catch {
    // What the request asks for fails as well, and says so.
    return false;
  }
}
