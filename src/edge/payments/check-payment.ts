import type { AppContext } from "~/edge/app-context.ts";
import type { JobOutcome } from "~/edge/jobs/run-jobs.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { mayAskOfStranger } from "./may-ask-of-stranger.ts";
import type { PaymentProviders } from "./payment-providers.ts";
import { checkPayPal, queryPayPal } from "./paypal/check-paypal.ts";
import { checkPaystack } from "./paystack/check-paystack.ts";
import { isOfStaff } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import { recordPayment } from "./record-payment.ts";
import type { RegistrationRecord } from "./registration-record.ts";
import { findRegistration } from "./registration-store.ts";

const RETRY_S = 60;

/**
 * Verifies a reference's payment with the provider, and records the answer. Where the outcome is known already, staff get
 * the mails that are missing: something may have failed between recording it and notifying them.
 * @param about registration as {@link findOut} has it
 * @throws ProviderError when the provider gives none; any error when the database fails
 */
export async function checkPayment(
  context: AppContext,
  providers: PaymentProviders,
  { reference, registration }: { reference: string; registration: RegistrationRecord | null },
): Promise<void> {
  if (registration && (registration.status !== "unpaid" || isOfStaff(registration.provider))) {
    await recordPayment(context, reference, { reports: [], enrolment: null });
  } else if (registration?.provider === "paypal") {
    if (providers.paypal) await checkPayPal(context, providers.paypal.client, registration);
  } else if (providers.paystack) {
    await checkPaystack(context, providers.paystack.client, reference);
  }
}

/**
 * Asks the provider for the status of a payment whose outcome is not known here, and records the answer. Nothing is charged.
 * @param about registration null when nothing but the reference is known: it is then one of Paystack's
 * @returns what it did not record: that the payment is under way, or that there is no account to ask with
 * @throws as {@link checkPayment}
 */
export async function findOut(
  context: AppContext,
  { paystack, paypal }: PaymentProviders,
  { reference, registration }: { reference: string; registration: RegistrationRecord | null },
): Promise<"under-way" | "asked" | "not-asked"> {
  if (registration && isOfStaff(registration.provider)) return "not-asked";
  const isDollars = registration?.provider === "paypal";
  if (isDollars ? !paypal : !paystack) return "not-asked";
  const isUnderWay =
    isDollars && paypal
      ? await queryPayPal(context, paypal.client, registration)
      : paystack && (await checkPaystack(context, paystack.client, reference));
  return isUnderWay ? "under-way" : "asked";
}

/** Runs a job of type "verify": a browser claims that this was paid. */
export async function runVerification(
  context: AppContext,
  providers: PaymentProviders,
  reference: string,
): Promise<JobOutcome> {
  try {
    const registration = await findRegistration(context.db, reference);
    if (!registration && !(await mayAskOfStranger(context, "queue"))) return { retryInSeconds: RETRY_S };
    await checkPayment(context, providers, { reference, registration });
    return "done";
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logError("payment-not-checked", { reference, reason: reasonOf(error) });
    return error.isTransient ? { retryInSeconds: RETRY_S } : "done";
  }
}
