import { paypalPurchase } from "~/domain/enrolment/paypal-purchase.ts";
import type { Money } from "~/domain/money/money.ts";
import { jsonResponse } from "../../http/json-response.ts";
import { logError, reasonOf } from "../../log.ts";
import type { PaymentContext } from "../payment-context.ts";
import { addEvents } from "../payment-events.ts";
import { ownReport } from "../payment-report.ts";
import type { RegistrationRecord } from "../registration-record.ts";
import { saveOrderId } from "../registration-store.ts";
import { keepOrder, outdatedPage, readOrderPost } from "../take-order.ts";
import type { PayPalClient } from "./paypal-client.ts";

/**
 * Makes PayPal's order at the price of the course record: POST `{ order }`.
 *
 * 201 `{ id }` PayPal's order · 200 `{ orders: "browser" }` this edge has no account: the browser makes its orders ·
 * 409 `{ message }` the page shows another price than the record, or this is paid already: nothing was ordered ·
 * 4xx not an order of this site · 429 too many · 503 PayPal or the database gave no answer, try again. Never rejects.
 */
export async function handlePayPalOrder(
  request: Request,
  context: PaymentContext,
  client: PayPalClient | null,
): Promise<Response> {
  const post = await readOrderPost(request, context);
  if (!post.ok) return post.refusal;
  const { order } = post;
  if (order.charge.currency !== "USD") {
    return jsonResponse(422, { message: "PayPal takes dollars only." });
  }
  if (!client) return jsonResponse(200, { orders: "browser" });
  try {
    const outdated = outdatedPage(order, context.prices);
    if (outdated) return jsonResponse(409, { message: outdated });
    const registration = await keepOrder(context, order);
    if (registration?.provider !== "paypal" || registration.expectedMinor !== order.charge.minor) {
      return jsonResponse(409, {
        message: "This reference stands for another order. Please reload the page.",
      });
    }
    if (registration.status !== "unpaid") {
      return jsonResponse(409, { message: "This has been paid already. Nothing more was charged." });
    }
    return jsonResponse(201, { id: await placeOrder(context, client, registration, order.charge) });
  } catch (error) {
    logError("paypal-order-failed", { reference: order.reference, reason: reasonOf(error) });
    const message =
      "PayPal could not be reached just now. Nothing was charged. Please try again in a minute.";
    return jsonResponse(503, { message }, { "retry-after": "30" });
  }
}

/** @returns PayPal's id of the order */
async function placeOrder(
  { db, now }: PaymentContext,
  client: PayPalClient,
  { reference, courseName }: RegistrationRecord,
  charge: Money,
): Promise<string> {
  const id = await client.createOrder(paypalPurchase({ reference, courseName, charge }), reference);
  const ordered = ownReport("ordered", {
    provider: "paypal",
    reference,
    about: id,
    amount: charge,
    source: "capture",
    now,
  });
  await addEvents(db, [ordered], now);
  await saveOrderId(db, reference, id);
  return id;
}
