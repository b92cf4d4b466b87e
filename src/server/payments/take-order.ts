import type { PriceList } from "~/domain/enrolment/expected-charge.ts";
import type { Order } from "~/domain/enrolment/order.ts";
import { formatExact } from "~/domain/money/money.ts";
import { jsonResponse } from "../http/json-response.ts";
import { isWithinLimit, visitorKey } from "../http/rate-limit.ts";
import { readJsonPost } from "../http/read-json-post.ts";
import { log } from "../log.ts";
import { MAX_ORDER_BYTES } from "./body-limits.ts";
import { nextCheck } from "./check-times.ts";
import { parseOrder } from "./parse-order.ts";
import type { PaymentContext } from "./payment-context.ts";
import { ownReport } from "./payment-report.ts";
import { recordPayment } from "./record-payment.ts";
import { expectedOf, type RegistrationRecord, registrationOfOrder } from "./registration-record.ts";
import { addRegistration } from "./registration-store.ts";

/** The order that a request brings, or the answer that refuses it. */
export type OrderPost = { ok: true; order: Order } | { ok: false; refusal: Response };

/**
 * Reads a POST `{ order }` of this site's own pages: 4xx not such an order, in words · 429 from a visitor who names or
 * makes orders faster than anybody pays. Never rejects.
 */
export async function readOrderPost(request: Request, { orderLimit }: PaymentContext): Promise<OrderPost> {
  const post = await readJsonPost(request, { limit: MAX_ORDER_BYTES, from: "this site" });
  if (!post.ok) return post;
  if (orderLimit && !(await isWithinLimit(orderLimit, visitorKey(request)))) {
    log("order-limited", {});
    const message =
      "Too many payments were begun from your connection just now. Please try again in a minute.";
    return { ok: false, refusal: jsonResponse(429, { message }, { "retry-after": "60" }) };
  }
  const parsed = parseOrder(post.body);
  return parsed.ok ? parsed : { ok: false, refusal: jsonResponse(400, { message: parsed.message }) };
}

/** What somebody is told whose page says another price than the course record, or none is left of; null when both agree. */
export function outdatedPage(order: Order, prices: PriceList): string | null {
  const asked = registrationOfOrder(order, prices);
  const charge = expectedOf(asked);
  if (!charge) {
    return `${order.courseName} is not offered like this any more. Nothing was charged. Please reload the page.`;
  }
  return charge.minor === order.charge.minor
    ? null
    : `The price of ${asked.courseName} has changed to ${formatExact(charge)}. Nothing was charged. Please reload the page to see it.`;
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
  const announced = ownReport("announced", {
    provider,
    reference,
    about: reference,
    amount: { currency, minor: expectedMinor },
    source: "browser",
    now,
  });
  return recordPayment(context, reference, { reports: [announced], enrolment: null });
}
