import type { JobOutcome } from "../jobs/run-jobs.ts";
import { log, logError, reasonOf } from "../log.ts";
import { oldestKept, RETENTION_DAYS } from "../retention.ts";
import { askAgain, CAPTURE_WITHIN_MS, nextCheck } from "./check-times.ts";
import type { PaymentContext } from "./payment-context.ts";
import type { PaymentProviders } from "./payment-providers.ts";
import { captureOrder } from "./paypal/capture-order.ts";
import type { PayPalClient } from "./paypal/paypal-client.ts";
import { recordOrder } from "./paypal/record-order.ts";
import { findUnheard } from "./paystack/find-unheard.ts";
import type { PaystackClient } from "./paystack/paystack-client.ts";
import { enrolmentOf, payerOf, reportsOfTransaction } from "./paystack/paystack-transaction.ts";
import { ProviderError } from "./provider-error.ts";
import { recordPayment } from "./record-payment.ts";
import type { RegistrationRecord } from "./registration-record.ts";
import { checkAt, dueForCheck, findRegistration, forgetUnpaid, historyOf } from "./registration-store.ts";

/** How many registrations one sweep asks about: each takes a request or two, and a worker has fifty. */
const CHECKS_A_SWEEP = 15;

const RETRY_S = 60;

/** Paystack's list is looked through once an hour: by the sweep of its first five minutes. */
const LISTED_UNTIL_MINUTE = 5;

/**
 * Asks the provider how a reference's payment ended, and records the answer. Of one whose end is known, staff are told
 * what they have not heard yet: something may have failed between recording it and telling them.
 * @throws ProviderError when the provider gives none; any error when the database fails
 */
async function checkPayment(
  context: PaymentContext,
  providers: PaymentProviders,
  reference: string,
): Promise<void> {
  const registration = await findRegistration(context.db, reference);
  if (registration && registration.status !== "unpaid") {
    await recordPayment(context, reference, { reports: [], enrolment: null });
  } else if (registration?.provider === "paypal") {
    if (providers.paypal) await checkPayPal(context, providers.paypal.client, registration);
  } else if (providers.paystack) {
    await checkPaystack(context, providers.paystack.client, reference);
  }
}

async function checkPaystack(
  context: PaymentContext,
  client: PaystackClient,
  reference: string,
): Promise<void> {
  const transaction = await client.verify(reference);
  if (!transaction) return;
  const reports = reportsOfTransaction(transaction, {
    source: "verification",
    isLive: client.isLive,
    now: context.now,
  });
  if (reports.length === 0) return;
  const enrolment = enrolmentOf(transaction) ?? payerOf(transaction);
  await recordPayment(context, reference, { reports, enrolment });
}

/**
 * An order that the payer agreed to is charged even if their page has died since: they pressed Pay Now. But only soon
 * after, and not once their page has told them that nothing is charged: nobody pays for what they have given up, or
 * paid in another way.
 */
async function checkPayPal(
  context: PaymentContext,
  client: PayPalClient,
  { reference, providerOrderId, createdAt }: RegistrationRecord,
): Promise<void> {
  if (!providerOrderId) return;
  const order = await client.getOrder(providerOrderId);
  if (order.status !== "APPROVED") {
    if (order.status === "COMPLETED") await recordOrder(context, reference, order, "verification");
    return;
  }
  const { db, now } = context;
  const approval = (await historyOf(db, reference)).find(({ eventId }) => eventId === `approved:${order.id}`);
  const agreedAt = new Date(approval?.occurredAt ?? createdAt).getTime();
  if (now.getTime() - agreedAt <= CAPTURE_WITHIN_MS) {
    const result = await captureOrder(client, order.id, reference);
    if (result.type === "captured") await recordOrder(context, reference, result.order, "capture");
    return;
  }
  const lapsed = {
    provider: "paypal",
    reference,
    eventId: `lapsed:${order.id}`,
    kind: "lapsed",
    amountMinor: null,
    currency: null,
    source: "verification",
    occurredAt: now.toISOString(),
  } as const;
  await recordPayment(context, reference, { reports: [lapsed], enrolment: null });
}

/** Does a job of type "verify": a browser has said that this was paid. */
export async function runVerification(
  context: PaymentContext,
  providers: PaymentProviders,
  reference: string,
): Promise<JobOutcome> {
  try {
    await checkPayment(context, providers, reference);
    return "done";
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logError("payment-not-checked", { reference, reason: reasonOf(error) });
    return error.isTransient ? { retryInSeconds: RETRY_S } : "done";
  }
}

/**
 * Checks the registrations that are due, looks for charges that nobody told of, and forgets unpaid ones that are old. A
 * charge whose browser and whose webhook were both lost is found here. One whose end is known is looked at once more.
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
