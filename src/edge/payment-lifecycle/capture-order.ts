import { type CaptureRefusal, captureRefusal } from "~/domain/payments/capture-refusal.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { isStillOwed } from "~/edge/enrolments/enrolment-payments.ts";
import { log, logError } from "~/edge/log.ts";
import { CAPTURE_AFTER_MS } from "~/edge/payments/check-schedule.ts";
import { historyOf, ownReport } from "~/edge/payments/payment-events.ts";
import { isPaidOrPending, type PaymentRecord } from "~/edge/payments/payment-record.ts";
import { findPayment, savingOrderId } from "~/edge/payments/payment-store.ts";
import type { PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import type { PayPalOrder } from "~/edge/payments/paypal/paypal-order.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { alertOfRefusal } from "~/edge/payments/send-staff-notice.ts";
import { recordOrder } from "./place-order.ts";
import { recordPayment } from "./record-payment.ts";

export type CaptureResult =
  /** The money moved or is held back; the payment's record says which. */
  | {
      readonly type: "captured";
      readonly order: PayPalOrder;
      readonly payment: PaymentRecord | null;
      /** Whether this request captured the order. People other than its payer may know an order's id. */
      readonly isByThis: boolean;
    }
  /** Nothing was charged: PayPal or the bank refused. */
  | ({ readonly type: "declined" } & CaptureRefusal)
  /** Nothing was charged, because some of it is paid, about to be paid, or not owed any more. */
  | { readonly type: "not-owed" }
  /** Nothing was charged: the payer has not agreed. */
  | { readonly type: "not-approved" }
  /** It is unknown whether the money moved. A sweep asks again in a minute. */
  | { readonly type: "unknown" };

const NOT_APPROVED = ["ORDER_NOT_APPROVED", "ORDER_EXPIRED", "INVALID_RESOURCE_ID"];
const REFUSED = ["DECLINED", "FAILED"];

/**
 * Captures an approved order once, and records the result. The tries have one request id until the bank
 * refuses, because PayPal answers the same id with the same result. If the answer is lost, or the money was
 * taken before, the order itself is read.
 */
export async function captureOrder(
  context: AppContext,
  client: PayPalClient,
  { orderId, reference }: { orderId: string; reference: string },
): Promise<CaptureResult> {
  const { db, now } = context;
  const refusals = (await historyOf(db, reference)).filter(({ kind }) => kind === "declined");
  const attempt = refusals.length + 1;
  const payment = await findPayment(db, reference);
  const isOwed = payment === null || (!isPaidOrPending(payment) && (await isStillOwed(context, payment)));
  const answer = isOwed
    ? await requestCapture(context, client, {
        orderId,
        reference,
        requestId: `${orderId}-capture-${attempt}`,
      })
    : await readOrder(client, orderId);
  if (answer.type === "order") {
    const captures = answer.order.purchase_units.flatMap(({ payments }) => payments?.captures ?? []);
    if (captures.length > 0) {
      const recorded = await recordOrder(context, reference, answer.order, "capture");
      if (captures.every(({ status }) => REFUSED.includes(status))) {
        return { type: "declined", reason: "bank", canRetry: false };
      }
      if (recorded?.status === "unpaid") await scheduleCheck();
      return { type: "captured", order: answer.order, payment: recorded, isByThis: answer.isCaptured };
    }
    if (!isOwed) return { type: "not-owed" };
  }
  if (answer.type === "declined" || answer.type === "not-owed") {
    const about = `${orderId}-${attempt}`;
    const declined = ownReport("declined", { provider: "paypal", reference, about, source: "capture", now });
    await recordPayment(context, reference, { reports: [declined] });
    return answer;
  }
  if (answer.type === "not-approved") return answer;
  if (isOwed) await scheduleCheck();
  return { type: "unknown" };

  /** Has a sweep find out the outcome, even if another tab has abandoned the order or made another one. */
  async function scheduleCheck(): Promise<void> {
    const checkBy = new Date(now.getTime() + CAPTURE_AFTER_MS);
    await db.batch(savingOrderId(db, reference, orderId, { now, checkBy }));
  }
}

type CaptureAnswer =
  | { readonly type: "order"; readonly order: PayPalOrder; readonly isCaptured: boolean }
  | Extract<CaptureResult, { type: "declined" | "not-approved" | "not-owed" | "unknown" }>;

async function requestCapture(
  context: AppContext,
  client: PayPalClient,
  { orderId, reference, requestId }: { orderId: string; reference: string; requestId: string },
): Promise<CaptureAnswer> {
  try {
    const order = await client.captureOrder(orderId, requestId);
    return { type: "order", order, isCaptured: true };
  } catch (error) {
    const { issue = null, status = null } = error instanceof ProviderError ? error : {};
    if (issue && NOT_APPROVED.includes(issue)) return { type: "not-approved" };
    // Another order of the payment has just brought the money, or its capture has no answer yet.
    if (issue === "DUPLICATE_INVOICE_ID") return { type: "not-owed" };
    const refusal = status === 422 && issue ? captureRefusal(issue) : null;
    if (refusal && issue) {
      log("paypal-capture-refused", { reference, issue });
      if (refusal.reason === "account") await alertOfRefusal(context, issue);
      return { type: "declined", ...refusal };
    }
    if (status !== 422) logError("paypal-capture-failed", { reference, issue });
  }
  return readOrder(client, orderId);
}

async function readOrder(client: PayPalClient, orderId: string): Promise<CaptureAnswer> {
  try {
    return { type: "order", order: await client.getOrder(orderId), isCaptured: false };
  } catch {
    return { type: "unknown" };
  }
}
