import type { AppContext } from "~/edge/app-context.ts";
import type { PaymentRecord } from "../payment-record.ts";
import type { ReportSource } from "../payment-report.ts";
import { recordPayment } from "../record-payment.ts";
import { type PayPalOrder, payerOf, reportsOfOrder } from "./paypal-order.ts";

/** Records the captures and refunds of an order of PayPal's, and its payer. */
export async function recordOrder(
  context: AppContext,
  reference: string,
  order: PayPalOrder,
  source: ReportSource,
): Promise<PaymentRecord | null> {
  const reports = reportsOfOrder(order, { reference, source, now: context.now });
  return recordPayment(context, reference, { reports, ...payerOf(order) });
}
