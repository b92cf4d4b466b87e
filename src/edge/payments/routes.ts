import { z } from "astro/zod";
import { Hono } from "hono";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { onFailure, unavailable } from "~/edge/middleware/answers.ts";
import { json, MAX_SMALL_BYTES, MAX_WEBHOOK_BYTES, pageJson, shape } from "~/edge/middleware/request-body.ts";
import { orderActionLimit, statusLimit } from "./ask-limits.ts";
import { handlePaymentReturn, handlePaymentStatus } from "./endpoints/handle-payment-return.ts";
import { abandonPayPalOrder, capturePayPalOrder } from "./endpoints/handle-paypal-capture.ts";
import { handlePayPalWebhook } from "./endpoints/handle-paypal-webhook.ts";
import { handlePaystackWebhook } from "./endpoints/handle-paystack-webhook.ts";

/** The body of a request whose address says everything. */
const emptyBody = z.object({});

/** The response after which the provider repeats a webhook. */
const notRecorded = unavailable("This could not be recorded just now.", 60);

export function paymentRoutes() {
  return new Hono<EdgeEnv>()
    .get("/prod/payments/return", handlePaymentReturn)
    .get(
      "/prod/payments/:reference",
      onFailure({
        event: "payment-not-asked",
        loggedParam: "reference",
        answer: unavailable("We couldn't check this payment just now.", 30),
      }),
      statusLimit,
      handlePaymentStatus,
    )
    .post(
      "/prod/paypal/orders/:id/capture",
      pageJson(MAX_SMALL_BYTES),
      shape(emptyBody, "The request"),
      onFailure({
        event: "paypal-capture-not-recorded",
        answer: unavailable("We couldn't confirm the payment just now.", 5),
      }),
      orderActionLimit,
      capturePayPalOrder,
    )
    .post(
      "/prod/paypal/orders/:id/abandon",
      pageJson(MAX_SMALL_BYTES),
      shape(emptyBody, "The request"),
      onFailure({
        event: "paypal-abandonment-not-noted",
        answer: unavailable("This could not be noted just now.", null),
      }),
      orderActionLimit,
      abandonPayPalOrder,
    )
    .post(
      "/prod/webhooks/paystack",
      json(MAX_WEBHOOK_BYTES),
      onFailure({ event: "paystack-webhook-not-recorded", answer: notRecorded }),
      handlePaystackWebhook,
    )
    .post(
      "/prod/webhooks/paypal",
      json(MAX_WEBHOOK_BYTES),
      onFailure({ event: "paypal-webhook-not-recorded", answer: notRecorded }),
      handlePayPalWebhook,
    );
}
