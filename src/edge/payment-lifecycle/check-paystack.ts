import { DAY_MS } from "~/domain/dates/day.ts";
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { log } from "~/edge/log.ts";
import { findResolved } from "~/edge/payments/payment-store.ts";
import type { PaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import {
  isUnderWay,
  type PaystackTransaction,
  payerAndEnrolmentOf,
  reportsOfTransaction,
} from "~/edge/payments/paystack/paystack-reports.ts";
import { recordPayment } from "./record-payment.ts";

/** Records the outcome that Paystack has. @returns whether the payment is under way @throws ProviderError */
export async function checkPaystack(
  context: AppContext,
  client: PaystackClient,
  reference: string,
): Promise<boolean> {
  const transaction = await client.verify(reference);
  if (!transaction) return false;
  await recordTransaction(context, client, transaction);
  return isUnderWay(transaction);
}

async function recordTransaction(
  context: AppContext,
  { isLive }: PaystackClient,
  transaction: PaystackTransaction,
): Promise<void> {
  const reports = reportsOfTransaction(transaction, { source: "verification", isLive, now: context.now });
  if (reports.length === 0) return;
  await recordPayment(context, transaction.reference, { reports, ...payerAndEnrolmentOf(transaction) });
}

/** The time back from now in which charges are listed. Paystack may be out of reach for hours. */
const LOOKS_BACK_MS = DAY_MS;
/** The most pages that are read, from the newest. Older charges were listed an hour ago. */
const MOST_PAGES = 5;

/** Records the last day's charges that are in Paystack's list and missing here. @throws ProviderError */
export async function findMissedCharges(context: AppContext, client: PaystackClient): Promise<void> {
  const { db, now } = context;
  const lastDay = { from: new Date(now.getTime() - LOOKS_BACK_MS), to: now };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { rows, isLast } = await client.listTransactions("success", lastDay, page);
    const ours = ownOf(rows);
    const resolved = await findResolved(
      db,
      ours.map(({ reference }) => reference),
    );
    for (const transaction of ours) {
      if (!resolved.has(transaction.reference)) await recordMissedCharge(context, client, transaction);
    }
    if (isLast) return;
  }
}

/** Returns the transactions with a reference of this site's. The account may take other payments. */
export function ownOf(transactions: readonly PaystackTransaction[]): PaystackTransaction[] {
  return transactions.filter(({ reference }) => isOwnReference(reference));
}

/** Records a charge whose order, webhook and browser's report were all lost. */
export async function recordMissedCharge(
  context: AppContext,
  client: PaystackClient,
  transaction: PaystackTransaction,
): Promise<void> {
  await recordTransaction(context, client, transaction);
  log("payment-found", { reference: transaction.reference });
}
