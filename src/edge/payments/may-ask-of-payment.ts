import type { MiddlewareHandler } from "hono";
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext } from "~/edge/app-context.ts";
import type { EdgeEnv } from "~/edge/edge-env.ts";
import { jsonResponse } from "~/edge/http/json-response.ts";
import { isWithinLimit, visitorKey } from "~/edge/http/rate-limit.ts";
import { findPayment } from "./payment-store.ts";

/**
 * Whether it may be asked how a payment stands: of one that is known here its own requests are counted, of any other those of
 * the visitor. Rejects when the database fails.
 */
export async function mayAskOfPayment(
  { db, orderLimit }: Pick<AppContext, "db" | "orderLimit">,
  reference: string,
  visitor: string,
): Promise<boolean> {
  const isKnown = (await findPayment(db, reference)) !== null;
  return isWithinLimit(orderLimit, `payment:${isKnown ? reference : visitor}`);
}

/** 429 where it is asked too often how the payment in the address stands. */
export const statusLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const reference = c.req.param("reference") ?? "";
  const mayAsk =
    !isOwnReference(reference) || (await mayAskOfPayment(c.env.context, reference, visitorKey(c.req.raw)));
  if (mayAsk) return next();
  return jsonResponse(429, { message: "Please ask again in a minute." }, { "retry-after": "60" });
};
