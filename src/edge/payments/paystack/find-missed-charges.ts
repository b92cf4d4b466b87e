import { DAY_MS } from "~/domain/dates/day.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { resolvedAmong } from "../payment-store.ts";
import type { PaystackClient } from "./paystack-client.ts";
import { ownOf, recordMissedCharge } from "./record-missed-charge.ts";

/** Paystack may be out of reach for hours; charges of that time are found afterwards. */
const LOOKS_BACK_MS = DAY_MS;
/** Newest first: what comes after these was listed an hour ago. */
const MOST_PAGES = 5;

/**
 * Looks through Paystack's list of the last day for charges of this site that were missed, so that a payer need not wait for
 * the comparison of the books. Every charge in naira is in that list.
 * @throws ProviderError; any error when the database fails
 */
export async function findMissedCharges(context: AppContext, client: PaystackClient): Promise<void> {
  const { db, now } = context;
  const lastDay = { from: new Date(now.getTime() - LOOKS_BACK_MS), to: now };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { rows, isLast } = await client.listTransactions("success", lastDay, page);
    const ours = ownOf(rows);
    const resolved = await resolvedAmong(
      db,
      ours.map(({ reference }) => reference),
    );
    for (const transaction of ours) {
      if (!resolved.has(transaction.reference)) await recordMissedCharge(context, client, transaction);
    }
    if (isLast) return;
  }
}
