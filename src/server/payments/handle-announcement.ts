import type { Order } from "~/domain/enrolment/order.ts";
import { readJsonPost } from "../http/read-json-post.ts";
import { jsonResponse } from "../http/json-response.ts";
import { log, logError, reasonOf } from "../log.ts";
import { isWithinLimit, visitorKey } from "../http/rate-limit.ts";
import { nextCheck } from "./check-times.ts";
import { parseOrder } from "./parse-order.ts";
import type { PaymentContext } from "./payment-context.ts";
import { recordPayment } from "./record-payment.ts";
import { type RegistrationRecord, registrationOfOrder } from "./registration-record.ts";
import { addRegistration } from "./registration-store.ts";

/** Largest order, in bytes: a registration needs about 3 KB. */
export const MAX_ORDER_BYTES = 32 * 1024;

/**
 * Takes an order before its checkout opens, so that its payment can be compared with it: POST `{ order }`.
 *
 * 202 kept (also when it was known) · 4xx not an order of this site, in words · 422 the course or plan is not offered ·
 * 429 too many · 503 could not be kept. Every answer is `{ message }`. Never rejects.
 */
export async function handleAnnouncement(request: Request, context: PaymentContext): Promise<Response> {
  const post = await readJsonPost(request, { limit: MAX_ORDER_BYTES, from: "this site" });
  if (!post.ok) return post.refusal;
  const refusal = await refusalOfTooMany(request, context);
  if (refusal) return refusal;
  const parsed = parseOrder(post.body);
  if (!parsed.ok) return jsonResponse(400, { message: parsed.message });
  try {
    const registration = await keepOrder(context, parsed.order);
    if (!registration) return jsonResponse(422, { message: "This course or payment plan is not offered." });
    return jsonResponse(202, { message: "Accepted" });
  } catch (error) {
    logError("order-not-stored", { reference: parsed.order.reference, reason: reasonOf(error) });
    return jsonResponse(503, { message: "The order could not be kept just now." }, { "retry-after": "30" });
  }
}

/** The answer to a visitor who names or makes orders faster than anybody pays; null while they do not. */
export async function refusalOfTooMany(
  request: Request,
  { orderLimit }: PaymentContext,
): Promise<Response | null> {
  if (!orderLimit || (await isWithinLimit(orderLimit, visitorKey(request)))) return null;
  log("order-limited", {});
  const message = "Too many payments were begun from your connection just now. Please try again in a minute.";
  return jsonResponse(429, { message }, { "retry-after": "60" });
}

/**
 * Keeps an order as an unpaid registration, at the price that the course record asks; null when it is not offered.
 * @throws when the database fails
 */
export async function keepOrder(context: PaymentContext, order: Order): Promise<RegistrationRecord | null> {
  const { db, prices, now } = context;
  const registration = registrationOfOrder(order, prices);
  if (registration.expectedMinor === null) return null;
  await addRegistration(db, registration, { now, nextCheckAt: nextCheck(now, now) });
  const { reference, provider, currency, expectedMinor } = registration;
  const announced = {
    provider,
    reference,
    eventId: `announced:${reference}`,
    kind: "announced",
    amountMinor: expectedMinor,
    currency,
    source: "browser",
    occurredAt: now.toISOString(),
  } as const;
  return recordPayment(context, reference, { reports: [announced], enrolment: null });
}
