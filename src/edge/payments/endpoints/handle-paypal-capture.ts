import type { Context } from "hono";
import { REFUSAL_MESSAGES } from "~/domain/payments/capture-refusal.ts";
import type { CaptureOutcome } from "~/domain/payments/checkout.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { captureOrder } from "~/edge/payment-lifecycle/capture-order.ts";
import { referenceOfEvent } from "../payment-events.ts";
import { clearOrderId } from "../payment-store.ts";
import type { PayPalClient } from "../paypal/paypal-client.ts";

type OrderAction = Context<EdgeEnv, `${string}/:id/${string}`>;

/** Captures an order. 200 a `CaptureOutcome`, with the payer for the request that captured · 404 not ours. */
export async function capturePayPalOrder(c: OrderAction): Promise<Response> {
  const { context } = c.env;
  const orderId = c.req.param("id");
  const client = context.providers.paypal?.client;
  const reference = client && (await referenceOfEvent(context.db, "paypal", `ordered:${orderId}`));
  if (!client || !reference) {
    return jsonResponse(404, { message: "No such order was made here. Nothing was charged." });
  }
  return jsonResponse(200, await capture(context, client, { orderId, reference }));
}

/** Notes that the visitor left the checkout, so that a later approval of the order is not captured. */
export async function abandonPayPalOrder(c: OrderAction): Promise<Response> {
  await clearOrderId(c.env.context.db, c.req.param("id"));
  return jsonResponse(200, { message: "Noted" });
}

async function capture(
  context: AppContext,
  client: PayPalClient,
  ordered: { orderId: string; reference: string },
): Promise<CaptureOutcome> {
  const result = await captureOrder(context, client, ordered);
  switch (result.type) {
    case "captured": {
      const { order, payment, isByThis } = result;
      if (payment?.status !== "paid") return { status: "unconfirmed" };
      const id = order.purchase_units[0]?.payments?.captures?.[0]?.id ?? order.id;
      return { status: "paid", payment: { id, payer: isByThis ? payment.payer : null } };
    }
    case "declined":
      return {
        status: result.canRetry ? "declined" : "failed",
        message: REFUSAL_MESSAGES[result.reason],
      };
    case "not-owed":
      return {
        status: "failed",
        message: "This isn't owed any more, or is being confirmed. Nothing more was charged.",
      };
    case "not-approved":
      return { status: "failed", message: "PayPal hasn't approved this payment. Nothing was charged." };
    case "unknown":
      return { status: "unconfirmed" };
  }
}
