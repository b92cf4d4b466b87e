import { DAY_MS } from "~/domain/dates/day.ts";
import { isOwnReference } from "~/domain/enrolment/reference.ts";
import { log } from "../../log.ts";
import type { PaymentContext } from "../payment-context.ts";
import { recordPayment } from "../record-payment.ts";
import { settledAmong } from "../registration-store.ts";
import { type PaystackClient, TRANSACTIONS_A_PAGE } from "./paystack-client.ts";
import { enrolmentOf, payerOf, reportsOfTransaction } from "./paystack-transaction.ts";

/** Paystack may be out of reach for hours; what it told nobody meanwhile is found afterwards. */
const LOOKS_BACK_MS = DAY_MS;
/** Newest first: what comes after these was told an hour ago. */
const MOST_PAGES = 5;

/**
 * Looks through Paystack's own list for charges of this site that nobody told of: the announcement, the webhook and the
 * browser's word may all have been lost. Every charge in naira is in that list.
 * @throws ProviderError; any error when the database fails
 */
export async function findUnheard(context: PaymentContext, client: PaystackClient): Promise<void> {
  const { db, now } = context;
  const since = new Date(now.getTime() - LOOKS_BACK_MS);
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const paid = await client.listPaid(since, page);
    const ours = paid.filter(({ reference }) => isOwnReference(reference));
    const settled = await settledAmong(
      db,
      ours.map(({ reference }) => reference),
    );
    for (const transaction of ours) {
      const { reference } = transaction;
      if (settled.has(reference)) continue;
      const reports = reportsOfTransaction(transaction, {
        source: "verification",
        isLive: client.isLive,
        now,
      });
      await recordPayment(context, reference, {
        reports,
        enrolment: enrolmentOf(transaction) ?? payerOf(transaction),
      });
      log("payment-found", { reference });
    }
    if (paid.length < TRANSACTIONS_A_PAGE) return;
  }
}
