import { fromMinor } from "~/domain/money/money.ts";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { mayAskOfStranger } from "./ask-limits.ts";
import { findOut } from "./check-payment.ts";
import { chargeIdIn, hasEvidence, historyOf } from "./payment-events.ts";
import type { PaymentProviders } from "./payment-providers.ts";
import type { PaymentRecord } from "./payment-record.ts";
import { findPayment } from "./payment-store.ts";

/** The status of a payment by what has been recorded. Rejects when the database fails. */
export async function recordedStatus(
  { db }: AppContext,
  { reference, status, flag, currency, paidMinor }: PaymentRecord,
): Promise<ReportedStatus> {
  if (status === "unpaid") return { status: flag === "payment-pending" ? "pending" : "unpaid" };
  const id = chargeIdIn(await historyOf(db, reference));
  const payment = { id: id ?? reference };
  if (status !== "short-paid") return { status, payment };
  return { status, payment, paid: flag === "currency-mismatch" ? null : fromMinor(currency, paidMinor) };
}

/**
 * The status of a reference's payment; where that is not recorded, its provider is asked. Nothing is charged by asking.
 * @param visitor as the rate limits know them
 * @returns null when neither knows the reference, only a browser has reported it, too many that are not known here were
 * asked about just now, or there is no account at the provider to ask with
 * @throws ProviderError when the provider gives no answer; any error when the database fails
 */
export async function askStatus(
  context: AppContext,
  providers: PaymentProviders,
  reference: string,
  visitor: string,
): Promise<ReportedStatus | null> {
  const known = await findPayment(context.db, reference);
  if (known && known.status !== "unpaid") return recordedStatus(context, known);
  if (!known && !(await mayAskOfStranger(context, visitor))) return null;
  const answer = await findOut(context, providers, { reference, payment: known });
  const payment = await findPayment(context.db, reference);
  if (!payment) return null;
  const reported = await recordedStatus(context, payment);
  if (reported.status !== "unpaid") return reported;
  if (answer === "under-way") return { status: "pending" };
  if (answer === "not-asked" || (await isUnverified(context, payment))) return null;
  return reported;
}

/** An unverified payment does not say which provider was paid, so that the one that was asked need not be it. */
async function isUnverified({ db }: AppContext, { reference, course }: PaymentRecord): Promise<boolean> {
  return course.id === "" && !hasEvidence(await historyOf(db, reference));
}
