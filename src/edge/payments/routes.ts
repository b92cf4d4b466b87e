import { Hono } from "hono";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { onFailure, unavailable } from "~/edge/middleware/answers.ts";
import { json, MAX_EMPTY_BYTES, MAX_WEBHOOK_BYTES, pageJson } from "~/edge/middleware/request-body.ts";
import { orderActionLimit, statusLimit } from "./ask-limits.ts";
import { handlePaymentReturn, handlePaymentStatus } from "./endpoints/handle-payment-return.ts";
import { handlePayPalWebhook } from "./endpoints/handle-paypal-webhook.ts";
import { clearOrderId } from "./payment-store.ts";
import { handlePayPalCapture } from "./paypal/capture-order.ts";
import { handlePaystackWebhook } from "./paystack/paystack-webhook.ts";

/** The provider sends a webhook again that is answered so. */
const notRecorded = unavailable("This could not be recorded just now.", 60);

export function paymentRoutes() {
  return new Hono<EdgeEnv>()
    .get("/prod/payments/return", (c) => handlePaymentReturn(c.req.raw, c.env.context, c.env.pages))
    .get(
      "/prod/payments/:reference",
      onFailure({
        event: "payment-not-asked",
        names: "reference",
        answer: unavailable("We couldn't check this payment just now.", 30),
      }),
      statusLimit,
      (c) => handlePaymentStatus(c.req.raw, c.req.param("reference"), c.env.context),
    )
    .post(
      "/prod/paypal/orders/:id/capture",
      pageJson(MAX_EMPTY_BYTES),
      orderActionLimit,
      onFailure({
        event: "paypal-capture-not-recorded",
        answer: unavailable("We couldn't confirm the payment just now.", 5),
      }),
      (c) =>
        handlePayPalCapture(c.req.param("id"), c.env.context, c.env.context.providers.paypal?.client ?? null),
    )
    .post(
      "/prod/paypal/orders/:id/abandon",
      pageJson(MAX_EMPTY_BYTES),
      orderActionLimit,
      onFailure({
        event: "paypal-abandonment-not-noted",
        answer: unavailable("This could not be noted just now.", null),
      }),
      // The visitor left the checkout and read that nothing is charged: an approval which arrives late is not charged either,
      // and the next try makes another order. One that is not known is answered alike.
      async (c) => {
        await clearOrderId(c.env.context.db, c.req.param("id"));
        return jsonResponse(200, { message: "Noted" });
      },
    )
    .post(
      "/prod/webhooks/paystack",
      json(MAX_WEBHOOK_BYTES),
      onFailure({ event: "paystack-webhook-not-recorded", answer: notRecorded }),
      (c) => handlePaystackWebhook(c.req.raw, c.var, c.env.context, c.env.context.providers.paystack),
    )
    .post(
      "/prod/webhooks/paypal",
      json(MAX_WEBHOOK_BYTES),
      onFailure({ event: "paypal-webhook-not-recorded", answer: notRecorded }),
      (c) => handlePayPalWebhook(c.req.raw, c.var, c.env.context, c.env.context.providers.paypal),
    );
}
