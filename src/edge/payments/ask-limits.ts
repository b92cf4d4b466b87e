import type { MiddlewareHandler } from "hono";
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { isWithinLimit, mayStranger, type StrangerLimits, visitorKey } from "~/edge/limits/rate-limit.ts";
import { log } from "~/edge/log.ts";
import { referenceOfEvent } from "./payment-events.ts";
import { findPayment } from "./payment-store.ts";

/**
 * Whether a payment may be asked about now. Requests about a known payment are counted by its reference, all
 * others by the visitor.
 */
export async function mayAskOfPayment(
  { db, orderLimit }: Pick<AppContext, "db" | "orderLimit">,
  reference: string,
  visitor: string,
): Promise<boolean> {
  const isKnown = (await findPayment(db, reference)) !== null;
  return isWithinLimit(orderLimit, `payment:${isKnown ? reference : visitor}`);
}

export const statusLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const reference = c.req.param("reference") ?? "";
  const mayAsk =
    !isOwnReference(reference) || (await mayAskOfPayment(c.env.context, reference, visitorKey(c.req.raw)));
  if (mayAsk) return next();
  return jsonResponse(429, { message: "Please ask again in a minute." }, { "retry-after": "60" });
};

/** Whether the provider may be asked now about a reference that this site never stored. @param asker a visitor, or the queue */
export async function mayAskOfStranger(limits: StrangerLimits, asker: string): Promise<boolean> {
  const mayAsk = await mayStranger(limits, "unknown-payment", asker);
  if (!mayAsk) log("strangers-limited", {});
  return mayAsk;
}

/** 429, by the order where it was made here, whoever else is at the same address; else by the visitor. */
export const orderActionLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const { db, orderLimit } = c.env.context;
  const orderId = c.req.param("id") ?? "";
  const countedBy = (await isKnown(db, orderId)) ? orderId : visitorKey(c.req.raw);
  if (await isWithinLimit(orderLimit, `order:${countedBy}`)) return next();
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
