import { log, logError, reasonOf } from "../log.ts";
import { oldestKept, RETENTION_DAYS } from "../retention.ts";
import { checkPayment } from "./check-payment.ts";
import { askAgain, nextCheck } from "./check-times.ts";
import type { PaymentContext } from "./payment-context.ts";
import type { PaymentProviders } from "./payment-providers.ts";
import { findUnheard } from "./paystack/find-unheard.ts";
import { checkAt, dueForCheck, forgetUnpaid } from "./registration-store.ts";

/** How many registrations one sweep asks about: each takes a request or two, and a worker has fifty. */
const CHECKS_A_SWEEP = 15;

/** Paystack's list is looked through once an hour: by the sweep of its first five minutes. */
const LISTED_UNTIL_MINUTE = 5;

/**
 * Checks the registrations that are due, looks for charges that nobody told of, and forgets unpaid ones that are old. A
 * charge whose browser and whose webhook were both lost is found here. One whose end is known is looked at once more.
 * @throws when the database fails: the next sweep goes on
 */
export async function sweepPayments(context: PaymentContext, providers: PaymentProviders): Promise<void> {
  const { db, now } = context;
  const due = await dueForCheck(db, now, CHECKS_A_SWEEP);
  for (const { reference, createdAt, status } of due) {
    const began = new Date(createdAt);
    try {
      await checkPayment(context, providers, reference);
      await checkAt(db, reference, status === "unpaid" ? nextCheck(began, now) : null);
    } catch (error) {
      logError("payment-not-checked", { reference, reason: reasonOf(error) });
      await checkAt(db, reference, askAgain(began, now));
    }
  }
  if (due.length > 0) log("payments-checked", { count: due.length });
  if (providers.paystack && now.getUTCMinutes() < LISTED_UNTIL_MINUTE) {
    try {
      await findUnheard(context, providers.paystack.client);
    } catch (error) {
      logError("payments-not-listed", { reason: reasonOf(error) });
    }
  }
  await forgetUnpaid(db, oldestKept(RETENTION_DAYS.unpaidRegistration, now));
}
