import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { log } from "~/edge/log.ts";
import { recordPayment } from "../record-payment.ts";
import type { PaystackClient } from "./paystack-client.ts";
import {
  enrolmentOf,
  type PaystackTransaction,
  payerOf,
  reportsOfTransaction,
} from "./paystack-transaction.ts";

/** Those of a list that bear a reference of this site's: the account may take other payments. */
export function ownOf(transactions: readonly PaystackTransaction[]): PaystackTransaction[] {
  return transactions.filter(({ reference }) => isOwnReference(reference));
}

/**
 * Records a transaction of Paystack's own list that was missed: its payment, its webhook and the browser's report may
 * all have been lost. Rejects when the database fails.
 */
export async function recordMissedCharge(
  context: AppContext,
  { isLive }: PaystackClient,
  transaction: PaystackTransaction,
): Promise<void> {
  const { reference } = transaction;
  const reports = reportsOfTransaction(transaction, { source: "verification", isLive, now: context.now });
  const enrolment = enrolmentOf(transaction) ?? payerOf(transaction);
  await recordPayment(context, reference, { reports, enrolment });
  log("payment-found", { reference });
}
