import type { Database } from "~/edge/database.ts";
import { storeUnproven } from "~/edge/limits/store-unproven.ts";
import { firstCheck } from "./check-times.ts";
import type { PaymentProviders } from "./payment-providers.ts";
import { isOfStaff } from "./provider.ts";
import { addClaim, findRegistration } from "./registration-store.ts";

/** About what a row of the table takes that has a reference and times only, with its places in the indexes. */
const CLAIM_BYTES = 500;

/**
 * Schedules the verification of a payment that a browser claims was made and of which nothing is known here: no webhook may
 * come, and the queue may lose the job that asks at once. PayPal's orders are made on the edge, so it is asked of Paystack.
 * Beyond the day's limits the queue's job is all there is. Rejects when the database fails.
 * @param visitor as the rate limits know them
 */
export async function recordClaim(
  db: Database,
  reference: string,
  now: Date,
  visitor: string,
): Promise<void> {
  await storeUnproven(
    { db, now },
    { what: "order", whose: visitor, bytes: CLAIM_BYTES },
    {
      isKnown: async () => (await findRegistration(db, reference)) !== null,
      store: () => addClaim(db, reference, { now, nextCheckAt: firstCheck(now) }),
    },
  );
}

/** What the edge knows of a payment that a browser writes about. */
export interface KnownPayment {
  /** Its outcome is known: staff have been notified. */
  readonly isResolved: boolean;
}

/**
 * What is known of a payment of which the edge itself notifies staff, once its provider reports it; null of any other: its
 * order is not stored, or there is no account to ask its provider with. Rejects when the database fails.
 */
export async function findReported(
  db: Database,
  providers: PaymentProviders,
  reference: string,
): Promise<KnownPayment | null> {
  const registration = await findRegistration(db, reference);
  if (!registration) return null;
  const { status, provider, course } = registration;
  if (status !== "unpaid") return { isResolved: true };
  const isAsked = isOfStaff(provider) || providers[provider] !== null;
  return course.id !== "" && isAsked ? { isResolved: false } : null;
}
