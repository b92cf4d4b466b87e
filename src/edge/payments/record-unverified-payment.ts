import type { AppContext, EdgeBindings } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { storeUnproven } from "~/edge/limits/store-unproven.ts";
import type { KnownPayment, UnverifiedPayments } from "~/edge/mail/routes.ts";
import { firstCheck } from "./check-schedule.ts";
import { addUnverified, findPayment } from "./payment-store.ts";

/** About what a row of the table takes that has a reference and times only, with its places in the indexes. */
const UNVERIFIED_BYTES = 500;

export function unverifiedPayments({ context }: EdgeBindings): UnverifiedPayments {
  const { db, now } = context;
  const canAsk = context.providers.paystack !== null || context.providers.paypal !== null;
  return {
    find: (reference) => findKnown(context, reference),
    record: canAsk ? (reference, visitor) => recordUnverified(db, reference, now, visitor) : null,
  };
}

/**
 * No webhook may come, and the queue may lose the job that asks at once. PayPal's orders are made on the edge, so it is asked of
 * Paystack. Beyond the day's limits the queue's job is all there is.
 */
export async function recordUnverified(
  db: Database,
  reference: string,
  now: Date,
  visitor: string,
): Promise<void> {
  await storeUnproven(
    { db, now },
    { what: "order", whose: visitor, bytes: UNVERIFIED_BYTES },
    {
      isKnown: async () => (await findPayment(db, reference)) !== null,
      store: () => addUnverified(db, reference, { now, nextCheckAt: firstCheck(now) }),
    },
  );
}

async function findKnown(
  { db, providers: { paystack, paypal } }: AppContext,
  reference: string,
): Promise<KnownPayment | null> {
  const payment = await findPayment(db, reference);
  if (!payment) return null;
  const { status, provider, course, providerOrderId } = payment;
  if (status !== "unpaid") return { isResolved: true, isReported: true };
  if (course.id === "") return null;
  // An order at PayPal that the browser made is known to PayPal under no number that could be asked about.
  const isReported = provider === "paypal" ? paypal !== null && providerOrderId !== null : paystack !== null;
  return { isResolved: false, isReported };
}
