import type { PaymentContext } from "../payment-context.ts";
import { recordPayment } from "../record-payment.ts";
import type { PaystackClient } from "./paystack-client.ts";
import { enrolmentOf, payerOf, reportsOfTransaction } from "./paystack-transaction.ts";

/**
 * Asks Paystack how a reference's payment ended, and records the answer.
 * @throws ProviderError when Paystack gives none; any error when the database fails
 */
export async function checkPaystack(
  context: PaymentContext,
  client: PaystackClient,
  reference: string,
): Promise<void> {
  const transaction = await client.verify(reference);
  if (!transaction) return;
  const reports = reportsOfTransaction(transaction, {
    source: "verification",
    isLive: client.isLive,
    now: context.now,
  });
  if (reports.length === 0) return;
  const enrolment = enrolmentOf(transaction) ?? payerOf(transaction);
  await recordPayment(context, reference, { reports, enrolment });
}
