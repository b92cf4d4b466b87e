import { fromMinor } from "~/domain/money/money.ts";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type EnrolmentPayment, isFresh } from "~/edge/enrolments/enrolment-payments.ts";
import type { JobOutcome } from "~/edge/jobs/jobs.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { mayCheckUnknown } from "~/edge/payments/ask-limits.ts";
import { isHeldBack } from "~/edge/payments/check-schedule.ts";
import { givingUp, hasEvidence, historyOf, providerChargeId } from "~/edge/payments/payment-events.ts";
import type { PaymentRecord } from "~/edge/payments/payment-record.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { isWithoutProvider, ProviderError } from "~/edge/payments/provider.ts";
import { checkPayPal, queryPayPal } from "./check-paypal.ts";
import { checkPaystack } from "./check-paystack.ts";
import { recordPayment } from "./record-payment.ts";

const RETRY_S = 60;

/** Asks a payment's provider for its outcome, unless it is recorded. @throws ProviderError */
export async function checkPayment(
  context: AppContext,
  { reference, payment }: { reference: string; payment: PaymentRecord | null },
): Promise<void> {
  if (payment?.flag === "payment-pending") await followHeldBack(context, payment);
  if (payment && (payment.status !== "unpaid" || isWithoutProvider(payment.provider))) {
    await recordPayment(context, reference);
  } else if (payment?.provider === "paypal") {
    if (context.providers.paypal) await checkPayPal(context, context.providers.paypal.client, payment);
  } else if (context.providers.paystack) {
    await checkPaystack(context, context.providers.paystack.client, reference);
  }
}

/** Notifies staff of a payment that its provider holds back, and stops waiting after a month. */
async function followHeldBack(context: AppContext, payment: PaymentRecord): Promise<void> {
  const { db, now } = context;
  const { reference } = payment;
  const reports = isHeldBack(payment, now)
    ? []
    : givingUp(await historyOf(db, reference), { reference, source: "verification", now });
  await recordPayment(context, reference, { reports });
}

/**
 * Asks a provider for what is not recorded, and charges nothing. An unknown reference is one of Paystack's.
 * @returns whether the payment is under way; "not-asked" if there is no account to ask with
 * @throws ProviderError
 */
export async function queryProvider(
  context: AppContext,
  { reference, payment }: { reference: string; payment: PaymentRecord | null },
): Promise<"under-way" | "asked" | "not-asked"> {
  const { paystack, paypal } = context.providers;
  if (payment && isWithoutProvider(payment.provider)) return "not-asked";
  let isUnderWay: boolean;
  if (payment?.provider === "paypal") {
    if (!paypal) return "not-asked";
    isUnderWay = await queryPayPal(context, paypal.client, payment);
  } else {
    if (!paystack) return "not-asked";
    isUnderWay = await checkPaystack(context, paystack.client, reference);
  }
  return isUnderWay ? "under-way" : "asked";
}

export async function runVerification(context: AppContext, reference: string): Promise<JobOutcome> {
  try {
    const payment = await findPayment(context.db, reference);
    if (!payment && !(await mayCheckUnknown(context, "queue"))) return { retryInSeconds: RETRY_S };
    await checkPayment(context, { reference, payment });
    return "done";
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logError("payment-not-checked", { reference, reason: reasonOf(error) });
    return error.isTransient ? { retryInSeconds: RETRY_S } : "done";
  }
}

export async function recordedStatus(
  { db }: AppContext,
  { reference, status, flag, currency, paidMinor }: PaymentRecord,
): Promise<ReportedStatus> {
  if (status === "unpaid") return { status: flag === "payment-pending" ? "pending" : "unpaid" };
  const id = providerChargeId(await historyOf(db, reference));
  const payment = { id: id ?? reference };
  if (status !== "short-paid") return { status, payment };
  return { status, payment, paid: flag === "currency-mismatch" ? null : fromMinor(currency, paidMinor) };
}

/**
 * Returns a payment's status, and asks the provider if it is not recorded. Charges nothing.
 * @returns `null` if the status is unknown, or only a browser has reported it
 * @throws ProviderError if the provider gives no answer
 */
export async function askStatus(
  context: AppContext,
  reference: string,
  visitor: string,
): Promise<ReportedStatus | null> {
  const storedPayment = await findPayment(context.db, reference);
  if (storedPayment && storedPayment.status !== "unpaid") return recordedStatus(context, storedPayment);
  if (!storedPayment && !(await mayCheckUnknown(context, visitor))) return null;
  const answer = await queryProvider(context, { reference, payment: storedPayment });
  const payment = await findPayment(context.db, reference);
  if (!payment) return null;
  const reported = await recordedStatus(context, payment);
  if (reported.status !== "unpaid") return reported;
  if (answer === "under-way") return { status: "pending" };
  if (answer === "not-asked" || (await isUnverified(context, payment))) return null;
  return reported;
}

/** Whether only a browser has reported a payment, which does not say which provider to ask. */
async function isUnverified({ db }: AppContext, { reference, course }: PaymentRecord): Promise<boolean> {
  return course.id === "" && !hasEvidence(await historyOf(db, reference));
}

/**
 * Looks up other attempts to pay, because a payer whose tab was lost must not pay the same again. A provider
 * may call an abandoned payment pending for ever, so it is waited for during a day only.
 * @returns "settled" if an attempt brought money, which changes what is owed
 * @throws ProviderError
 */
export async function askAttempts(
  context: AppContext,
  attempts: readonly EnrolmentPayment[],
  visitor: string,
): Promise<"unpaid" | "pending" | "settled"> {
  const statuses = await Promise.all(
    attempts.map(async (attempt) => {
      const reported = await askStatus(context, attempt.reference, visitor);
      const isTooOld = reported?.status === "pending" && !isFresh(attempt, context.now);
      return isTooOld ? "unpaid" : (reported?.status ?? "unpaid");
    }),
  );
  if (statuses.includes("pending")) return "pending";
  return statuses.every((status) => status === "unpaid") ? "unpaid" : "settled";
}
