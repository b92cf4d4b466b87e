import type { CheckoutOutcome } from "~/domain/enrolment/payment-flow.ts";
import { jsonResponse } from "../../http/json-response.ts";
import { readJsonPost } from "../../http/read-json-post.ts";
import { logError, reasonOf } from "../../log.ts";
import { MAX_EMPTY_BYTES } from "../body-limits.ts";
import { CAPTURE_AFTER_MS } from "../check-times.ts";
import type { PaymentContext } from "../payment-context.ts";
import { referenceOfEvent } from "../payment-events.ts";
import { ownReport } from "../payment-report.ts";
import { recordPayment } from "../record-payment.ts";
import { checkBy } from "../registration-store.ts";
import { captureOrder } from "./capture-order.ts";
import type { PayPalClient } from "./paypal-client.ts";
import type { PayPalOrder } from "./paypal-order.ts";
import { recordOrder } from "./record-order.ts";

/**
 * Takes the money for an order that this edge made and the payer approved, and records it: POST of an empty object.
 *
 * 200 with what came of it, as the checkout tells it (`CheckoutOutcome`) · 404 no order of ours · 4xx not such a
 * request · 503 could not be recorded: asking again is safe and tells the truth. Never rejects.
 */
export async function handlePayPalCapture(
  request: Request,
  orderId: string,
  context: PaymentContext,
  client: PayPalClient | null,
): Promise<Response> {
  const post = await readJsonPost(request, { limit: MAX_EMPTY_BYTES, from: "this site" });
  if (!post.ok) return post.refusal;
  try {
    const reference = client && (await referenceOfEvent(context.db, "paypal", `ordered:${orderId}`));
    if (!client || !reference) {
      return jsonResponse(404, { message: "No such order was made here. Nothing was charged." });
    }
    return jsonResponse(200, await capture(context, client, { orderId, reference }));
  } catch (error) {
    logError("paypal-capture-not-recorded", { reason: reasonOf(error) });
    return jsonResponse(
      503,
      { message: "The payment could not be confirmed just now." },
      { "retry-after": "5" },
    );
  }
}

async function capture(
  context: PaymentContext,
  client: PayPalClient,
  { orderId, reference }: { orderId: string; reference: string },
): Promise<CheckoutOutcome> {
  const result = await captureOrder(client, orderId, reference);
  switch (result.type) {
    case "captured": {
      const registration = await recordOrder(context, reference, result.order, "capture");
      const isPaid = registration?.status === "paid";
      if (!isPaid) return { status: "unconfirmed" };
      return {
        status: "paid",
        payment: { id: captureIdIn(result.order) ?? orderId, payer: registration.payer },
      };
    }
    case "declined":
      await recordDenial(context, orderId, reference);
      return { status: "failed", message: "Your bank or card did not allow this payment." };
    case "not-approved":
      return { status: "failed", message: "PayPal has not approved this payment. Nothing was charged." };
    case "unknown":
      await checkBy(context.db, reference, new Date(context.now.getTime() + CAPTURE_AFTER_MS));
      return { status: "unconfirmed" };
  }
}

async function recordDenial(context: PaymentContext, orderId: string, reference: string): Promise<void> {
  const denied = ownReport("denied", {
    provider: "paypal",
    reference,
    about: orderId,
    source: "capture",
    now: context.now,
  });
  await recordPayment(context, reference, { reports: [denied], enrolment: null });
}

function captureIdIn({ purchase_units }: PayPalOrder): string | null {
  return purchase_units[0]?.payments?.captures?.[0]?.id ?? null;
}
