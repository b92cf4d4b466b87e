import type { PaymentContext } from "../payment-context.ts";
import type { ReportSource } from "../payment-report.ts";
import { recordPayment } from "../record-payment.ts";
import type { RegistrationRecord } from "../registration-record.ts";
import { type PayPalOrder, payerOf, reportsOfOrder } from "./paypal-order.ts";

/** Records everything that an order of PayPal's says of a reference's payment, and who paid. */
export async function recordOrder(
  context: PaymentContext,
  reference: string,
  order: PayPalOrder,
  source: ReportSource,
): Promise<RegistrationRecord | null> {
  const reports = reportsOfOrder(order, { reference, source, now: context.now });
  const enrolment = payerOf(order);
  const { name, email } = enrolment.customer;
  const payer = name || email ? { name, email } : null;
  return recordPayment(context, reference, { reports, enrolment, payer });
}
