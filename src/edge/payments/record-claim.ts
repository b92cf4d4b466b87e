import type { Database } from "~/edge/database.ts";
import { storeUnproven } from "~/edge/limits/store-unproven.ts";
import { firstCheck } from "./check-times.ts";
import { addClaim, findRegistration } from "./registration-store.ts";

/** About what a row of the table takes that has a reference and times only, with its places in the indexes. */
const CLAIM_BYTES = 500;

/**
 * Schedules the verification of a payment that a browser claims was made: its order may never have been registered, no
 * webhook may come, and the queue may lose the job that asks at once. PayPal's orders are made on the edge, so a reference
 * that is not known here is one of Paystack's. Beyond the day's limits the queue's job is all there is. Rejects when the
 * database fails.
 * @param visitor as the rate limits know them
 * @returns whether the outcome of the payment is known already
 */
export async function recordClaim(
  db: Database,
  reference: string,
  now: Date,
  visitor: string,
): Promise<boolean> {
  const registration = await findRegistration(db, reference);
  if (registration) return registration.status !== "unpaid";
  await storeUnproven(
    { db, now },
    { what: "order", whose: visitor, bytes: CLAIM_BYTES },
    {
      isKnown: async () => false,
      store: () => addClaim(db, reference, { now, nextCheckAt: firstCheck(now) }),
    },
  );
  return false;
}
