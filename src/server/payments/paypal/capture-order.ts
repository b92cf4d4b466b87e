import { logError } from "../../log.ts";
import { ProviderError } from "../provider-error.ts";
import type { PayPalClient } from "./paypal-client.ts";
import type { PayPalOrder } from "./paypal-order.ts";

/** What came of taking the money for an order. */
export type CaptureResult =
  | { readonly type: "captured"; readonly order: PayPalOrder }
  /** Nothing was charged: the bank refused, or the payer has not agreed. */
  | { readonly type: "declined" | "not-approved" }
  /** Nobody can tell yet whether the money moved. */
  | { readonly type: "unknown" };

const NOT_APPROVED = ["ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED", "ORDER_EXPIRED", "INVALID_RESOURCE_ID"];
const DECLINED = [
  "INSTRUMENT_DECLINED",
  "TRANSACTION_REFUSED",
  "PAYER_CANNOT_PAY",
  "CARD_EXPIRED",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
];

/**
 * Takes the money for an approved order, once: every call for a reference bears the same request id, and where the
 * answer is lost, or the money was taken before, the order itself tells the truth. Never rejects.
 */
export async function captureOrder(
  client: PayPalClient,
  orderId: string,
  reference: string,
): Promise<CaptureResult> {
  try {
    return capturedIn(await client.captureOrder(orderId, `${reference}-capture`));
  } catch (error) {
    const issue = error instanceof ProviderError ? error.issue : null;
    if (issue && NOT_APPROVED.includes(issue)) return { type: "not-approved" };
    if (issue && DECLINED.includes(issue)) return { type: "declined" };
    if (issue !== "ORDER_ALREADY_CAPTURED") logError("paypal-capture-failed", { reference, issue });
    return look(client, orderId);
  }
}

async function look(client: PayPalClient, orderId: string): Promise<CaptureResult> {
  try {
    return capturedIn(await client.getOrder(orderId));
  } catch {
    return { type: "unknown" };
  }
}

function capturedIn(order: PayPalOrder): CaptureResult {
  const hasCapture = order.purchase_units.some(({ payments }) => (payments?.captures ?? []).length > 0);
  return hasCapture ? { type: "captured", order } : { type: "unknown" };
}
