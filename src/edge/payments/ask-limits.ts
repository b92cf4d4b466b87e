import type { MiddlewareHandler } from "hono";
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import {
  isStrangerWithinLimits,
  isWithinLimit,
  type StrangerLimits,
  tooManyTries,
  visitorKey,
} from "~/edge/limits/rate-limit.ts";
import { log } from "~/edge/log.ts";
import { referenceOfEvent } from "./payment-events.ts";
import { findPayment } from "./payment-store.ts";

/** Whether a payment may be checked now. A stored payment has its own limit, others share the visitor's. */
export async function mayCheckPayment(
  { db, orderLimit }: Pick<AppContext, "db" | "orderLimit">,
  reference: string,
  visitor: string,
): Promise<boolean> {
  const isStored = (await findPayment(db, reference)) !== null;
  return isWithinLimit(orderLimit, `payment:${isStored ? reference : visitor}`);
}

export const statusLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const reference = c.req.param("reference") ?? "";
  const mayAsk =
    !isOwnReference(reference) || (await mayCheckPayment(c.env.context, reference, visitorKey(c.req.raw)));
  if (mayAsk) return next();
  return tooManyTries("Please ask again in a minute.");
};

/** Whether a provider may be asked about an unknown reference. @param asker the visitor's key, or "queue" */
export async function mayCheckUnknown(limits: StrangerLimits, asker: string): Promise<boolean> {
  const mayAsk = await isStrangerWithinLimits(limits, "unknown-payment", asker);
  if (!mayAsk) log("strangers-limited", {});
  return mayAsk;
}

/** Answers 429 to too many actions, counted per order of this site, or per visitor for any other order. */
export const orderActionLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const { db, orderLimit } = c.env.context;
  const orderId = c.req.param("id") ?? "";
  const isOwnOrder = (await referenceOfEvent(db, "paypal", `ordered:${orderId}`)) !== null;
  const countedBy = isOwnOrder ? orderId : visitorKey(c.req.raw);
  if (await isWithinLimit(orderLimit, `order:${countedBy}`)) return next();
  return tooManyTries("Please try again in a minute.");
};
