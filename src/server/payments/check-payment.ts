import type { JobOutcome } from "../jobs/run-jobs.ts";
import { logError, reasonOf } from "../log.ts";
import type { PaymentContext } from "./payment-context.ts";
import type { PaymentProviders } from "./payment-providers.ts";
import { checkPayPal } from "./paypal/check-paypal.ts";
import { checkPaystack } from "./paystack/check-paystack.ts";
import { ProviderError } from "./provider-error.ts";
import { recordPayment } from "./record-payment.ts";
import { findRegistration } from "./registration-store.ts";

const RETRY_S = 60;

/**
 * Asks the provider how a reference's payment ended, and records the answer. Of one whose end is known, staff are told
 * what they have not heard yet: something may have failed between recording it and telling them.
 * @throws ProviderError when the provider gives none; any error when the database fails
 */
export async function checkPayment(
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
