import type { CaptureOutcome } from "~/domain/payments/checkout.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { referenceOfEvent } from "../payment-events.ts";
import { captureOrder } from "./capture-order.ts";
import type { PayPalClient } from "./paypal-client.ts";
import type { PayPalOrder } from "./paypal-order.ts";

/**
 * Takes the money for an order that this edge made and the payer approved, and records it: 200 with the result
 * (`CaptureOutcome`) · 404 no order of ours.
 * @throws when it could not be recorded: a retry is safe and gives the result
 */
export async function handlePayPalCapture(
  orderId: string,
  context: AppContext,
  client: PayPalClient | null,
): Promise<Response> {
  const reference = client && (await referenceOfEvent(context.db, "paypal", `ordered:${orderId}`));
  if (!client || !reference) {
    return jsonResponse(404, { message: "No such order was made here. Nothing was charged." });
  }
  return jsonResponse(200, await capture(context, client, { orderId, reference }));
}

async function capture(
  context: AppContext,
  client: PayPalClient,
  ordered: { orderId: string; reference: string },
): Promise<CaptureOutcome> {
  const result = await captureOrder(context, client, ordered);
  switch (result.type) {
    case "captured": {
      const { order, payment } = result;
      if (payment?.status !== "paid") return { status: "unconfirmed" };
      const id = captureIdIn(order) ?? order.id;
      return { status: "paid", payment: { id, payer: payment.payer } };
    }
    case "declined":
      return {
        status: result.canRestart ? "declined" : "failed",
        message: "Your bank or card didn't allow this payment.",
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

function captureIdIn({ purchase_units }: PayPalOrder): string | null {
  return purchase_units[0]?.payments?.captures?.[0]?.id ?? null;
}
