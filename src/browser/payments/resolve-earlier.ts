import { deliverEntry } from "~/browser/outbox/deliver-entry.ts";
import { findEntry, type OutboxEntry, saveEntry } from "~/browser/outbox/outbox.ts";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import { askPayment, paymentIn } from "./ask-payment.ts";

/**
 * Asks how the payment of an earlier visit ended. One that was made becomes a paid entry, and staff are notified.
 * @returns null when only the visitor can know. Never rejects.
 */
export async function resolveEarlier({ order }: OutboxEntry): Promise<ReportedStatus["status"] | null> {
  const reported = await askPayment(order);
  // The visitor may have dealt with it meanwhile, here or in another tab.
  const entry = findEntry(order.reference);
  const payment = reported && paymentIn(reported);
  if (entry && payment) {
    if (entry.payment.status !== "paid") {
      saveEntry({ ...entry, payment: { status: "paid", payment }, delivered: [] });
    }
    void deliverEntry(order.reference);
  }
  return reported?.status ?? null;
}
