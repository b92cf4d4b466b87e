import { subjectOf, without } from "~/domain/payments/money-back.ts";
import type { HistoryKind } from "~/domain/payments/payment-history.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { CAPTURE_AFTER_MS, CAPTURE_WITHIN_MS, schedulingCheck } from "~/edge/payments/check-schedule.ts";
import { historyOf, ownReport, type RecordedEvent } from "~/edge/payments/payment-events.ts";
import type { PaymentRecord } from "~/edge/payments/payment-record.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import type { PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import { type PayPalOrder, reportOfApproval } from "~/edge/payments/paypal/paypal-order.ts";
import { captureOrder } from "./capture-order.ts";
import { orderUnlessGone, recordOrder } from "./place-order.ts";
import { recordPayment } from "./record-payment.ts";

type PaymentToCheck = Pick<PaymentRecord, "reference" | "providerOrderId">;

interface Agreement {
  readonly orderId: string;
  /** Milliseconds since 1970: PayPal's time, or the time at which it was first seen. */
  readonly agreedAt: number;
  /** Whether the edge made the order. A browser's own orders have an unchecked price. */
  readonly isMadeHere: boolean;
  /** Whether the bank has refused the order since. The payer may be choosing another way to pay. */
  readonly isDeclined: boolean;
}

/**
 * Asks PayPal for the state of a payment, and records it. An approved order is charged soon after its
 * approval, even if the page is lost, but not once the page has said that nothing is charged. An order that
 * the browser made is never charged here: staff are notified of it.
 * @throws ProviderError if PayPal gives no answer
 */
export async function checkPayPal(
  context: AppContext,
  client: PayPalClient,
  check: PaymentToCheck,
): Promise<void> {
  const { reference } = check;
  const agreement = await findAgreement(context, client, check);
  if (!agreement) return;
  const { orderId } = agreement;
  const { db, now } = context;
  const closesAt = agreement.agreedAt + CAPTURE_WITHIN_MS;
  if (now.getTime() >= closesAt) return recordLapse(context, reference, orderId);
  const isOurs = agreement.isMadeHere && !agreement.isDeclined;
  const opensAt = isOurs ? agreement.agreedAt + CAPTURE_AFTER_MS : closesAt;
  if (now.getTime() < opensAt) {
    await schedulingCheck(db, reference, { now, time: new Date(opensAt) }).run();
    return;
  }
  // The page may have abandoned the order since the payment was read.
  if ((await findPayment(db, reference))?.providerOrderId !== orderId) return;
  const { type } = await captureOrder(context, client, { orderId, reference });
  // No open page can notify the payer.
  if (type === "declined" || type === "not-owed") await recordLapse(context, reference, orderId);
}

/** Asks PayPal for a payment's state, and charges nothing. @returns whether the payer is charged soon */
export async function queryPayPal(
  context: AppContext,
  client: PayPalClient,
  check: PaymentToCheck,
): Promise<boolean> {
  const agreement = await findAgreement(context, client, check);
  if (!agreement || agreement.isDeclined) return false;
  return context.now.getTime() < agreement.agreedAt + CAPTURE_WITHIN_MS;
}

async function findAgreement(
  context: AppContext,
  client: PayPalClient,
  { reference, providerOrderId }: PaymentToCheck,
): Promise<Agreement | null> {
  const { db, now } = context;
  const orderId = providerOrderId ?? orderOfBrowser(await historyOf(db, reference));
  const order = orderId === null ? null : await orderUnlessGone(client, orderId);
  if (order?.status === "COMPLETED") await recordOrder(context, reference, order, "verification");
  const history = await historyOf(db, reference);
  const approval = history.find(({ eventId }) => eventId === `approved:${orderId}`);
  const isDeclined = history.some(({ eventId }) => eventId.startsWith(`declined:${orderId}-`));
  // The payer's bank asks the payer for more, so the capture was refused even if its answer was lost.
  const needsPayer = order?.status === "PAYER_ACTION_REQUIRED" && (isDeclined || approval !== undefined);
  const isRefused = order !== null && (needsPayer || wasRefused(order, history));
  // A payer agreed to an order that PayPal has deleted only if PayPal had reported so before.
  if (orderId === null || (order && order.status !== "APPROVED" && !isRefused)) return null;
  const report = order && reportOfApproval(order, { reference, source: "verification", now });
  if (!approval && report) {
    await recordPayment(context, reference, { reports: [report] });
    await schedulingCheck(db, reference, { now, time: new Date(now.getTime() + CAPTURE_AFTER_MS) }).run();
  }
  const occurredAt = (approval ?? report)?.occurredAt;
  if (!occurredAt) return null;
  return {
    orderId,
    agreedAt: new Date(occurredAt).getTime(),
    isMadeHere: providerOrderId !== null,
    isDeclined: isRefused || isDeclined,
  };
}

/** Whether a capture of the order is recorded as refused, even if the answer to it was lost. */
function wasRefused({ purchase_units }: PayPalOrder, history: readonly RecordedEvent[]): boolean {
  const captures = purchase_units.flatMap(({ payments }) => payments?.captures ?? []);
  return captures.some(({ id }) => history.some(({ eventId }) => eventId === `declined:${id}`));
}

/** Returns the latest order that a payer approved and a browser made; `null` if PayPal reported none. */
function orderOfBrowser(history: readonly RecordedEvent[]): string | null {
  const eventsOf = (kind: HistoryKind) => history.filter((event) => event.kind === kind);
  const approved = without(eventsOf("approved"), eventsOf("ordered")).at(-1);
  return approved ? subjectOf(approved) : null;
}

async function recordLapse(context: AppContext, reference: string, about: string): Promise<void> {
  const lapsed = ownReport("lapsed", {
    provider: "paypal",
    reference,
    about,
    source: "verification",
    now: context.now,
  });
  await recordPayment(context, reference, { reports: [lapsed] });
}
