import type { AppContext } from "~/edge/app-context.ts";
import { recordPayment } from "../record-payment.ts";
import type { PaystackClient } from "./paystack-client.ts";
import { enrolmentOf, isUnderWay, payerOf, reportsOfTransaction } from "./paystack-transaction.ts";

/**
 * Asks Paystack how a reference's payment ended, and records the answer.
 * @returns whether it is under way: Paystack cannot say yet how it ends
 * @throws ProviderError when Paystack gives none; any error when the database fails
 */
export async function checkPaystack(
  context: AppContext,
  client: PaystackClient,
  reference: string,
): Promise<boolean> {
  const transaction = await client.verify(reference);
  if (!transaction) return false;
  const reports = reportsOfTransaction(transaction, {
    source: "verification",
    isLive: client.isLive,
    now: context.now,
  });
  if (reports.length === 0) return isUnderWay(transaction);
  const enrolment = enrolmentOf(transaction) ?? payerOf(transaction);
  await recordPayment(context, reference, { reports, enrolment });
  return false;
}
