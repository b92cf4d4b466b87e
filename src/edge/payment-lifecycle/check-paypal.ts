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

/** The payer's approval of an order. */
interface Approval {
  readonly orderId: string;
  /** Milliseconds since 1970: PayPal's time, or the time at which it was first seen. */
  readonly approvedAt: number;
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
  const approval = await findApproval(context, client, check);
  if (!approval) return;
  const { orderId } = approval;
  const { db, now } = context;
  const closesAt = approval.approvedAt + CAPTURE_WITHIN_MS;
  if (now.getTime() >= closesAt) return recordLapse(context, reference, orderId);
  const isOurs = approval.isMadeHere && !approval.isDeclined;
  const opensAt = isOurs ? approval.approvedAt + CAPTURE_AFTER_MS : closesAt;
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
  const approval = await findApproval(context, client, check);
  if (!approval || approval.isDeclined) return false;
  return context.now.getTime() < approval.approvedAt + CAPTURE_WITHIN_MS;
}

async function findApproval(
  context: AppContext,
  client: PayPalClient,
  { reference, providerOrderId }: PaymentToCheck,
): Promise<Approval | null> {
  const { db, now } = context;
  const orderId = providerOrderId ?? orderOfBrowser(await historyOf(db, reference));
  const order = orderId === null ? null : await orderUnlessGone(client, orderId);
  if (order?.status === "COMPLETED") await recordOrder(context, reference, order, "verification");
  const history = await historyOf(db, reference);
  const approvalEvent = history.find(({ eventId }) => eventId === `approved:${orderId}`);
  const isDeclined = history.some(({ eventId }) => eventId.startsWith(`declined:${orderId}-`));
  // The payer's bank asks the payer for more, so the capture was refused even if its answer was lost.
  const needsPayer = order?.status === "PAYER_ACTION_REQUIRED" && (isDeclined || approvalEvent !== undefined);
  const isRefused = order !== null && (needsPayer || wasRefused(order, history));
  // PayPal has deleted an order that is `null`. Only a recorded event then says whether it was approved.
  const canBeApproved = order === null || order.status === "APPROVED" || isRefused;
  if (orderId === null || !canBeApproved) return null;
  const report = order && reportOfApproval(order, { reference, source: "verification", now });
  if (!approvalEvent && report) {
    await recordPayment(context, reference, { reports: [report] });
    await schedulingCheck(db, reference, { now, time: new Date(now.getTime() + CAPTURE_AFTER_MS) }).run();
  }
  const occurredAt = (approvalEvent ?? report)?.occurredAt;
  if (!occurredAt) return null;
  return {
    orderId,
    approvedAt: new Date(occurredAt).getTime(),
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
