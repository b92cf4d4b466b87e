import type { Database } from "../database.ts";
import { nextCheck } from "./check-times.ts";
import { addClaimed, findRegistration } from "./registration-store.ts";

/**
 * Has the provider asked about a payment that a browser tells of, until its end is known: the order may never have been
 * announced, no webhook may come, and the queue may lose the job that asks at once. PayPal's orders are made on the
 * edge, so a reference that is not known here is one of Paystack's. Rejects when the database fails.
 * @returns whether the end of the payment is known already
 */
export async function keepClaim(db: Database, reference: string, now = new Date()): Promise<boolean> {
  await addClaimed(db, reference, { now, nextCheckAt: nextCheck(now, now) });
  const registration = await findRegistration(db, reference);
  return registration !== null && registration.status !== "unpaid";
}
