import { fromMinor } from "~/domain/money/money.ts";
import { REFUSAL_MESSAGES } from "~/domain/payments/capture-refusal.ts";
import { paypalPurchase } from "~/domain/payments/checkout.ts";
import { subjectOf } from "~/domain/payments/money-back.ts";
import type { HistoryKind } from "~/domain/payments/payment-history.ts";
import type { AppContext } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { FIRST_ORDER_CHECK_MS } from "~/edge/payments/check-schedule.ts";
import {
  addingEvents,
  historyOf,
  ownReport,
  type RecordedEvent,
  type ReportSource,
  referenceOfEvent,
} from "~/edge/payments/payment-events.ts";
import { foreignReference, type PaymentRecord, type PricedPayment } from "~/edge/payments/payment-record.ts";
import { findPayment, noteResumed, savingOrderId } from "~/edge/payments/payment-store.ts";
import type { PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import {
  orderIdOf,
  type PayPalCapture,
  type PayPalOrder,
  payerAndEnrolmentOf,
  referenceIn,
  reportsOfOrder,
} from "~/edge/payments/paypal/paypal-order.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { type AlertContext, alertOfRefusal } from "~/edge/payments/send-staff-notice.ts";
import { recordPayment } from "./record-payment.ts";

/** The time for which an order is resumed. PayPal deletes one without approval after three hours. */
const ORDER_LIFE_MS = 2.75 * 60 * 60_000;

/**
 * Finds the payment's PayPal order, or creates another. An order that a page has abandoned is never resumed,
 * because its payer may have approved it and has read that nothing is charged.
 * @param returnTo `null` if the payer is in PayPal's dialog
 * @returns PayPal's order id; `null` if PayPal has or holds back other money under the reference
 * @throws AccountRefused, or ProviderError if PayPal does not answer
 */
export async function placeOrder(
  context: AlertContext & Pick<AppContext, "proofs">,
  client: PayPalClient,
  { reference, course, enrolmentId, currency, expectedMinor }: PricedPayment,
  returnTo: URL | null = null,
): Promise<string | null> {
  const charge = fromMinor(currency, expectedMinor);
  const { db, now, proofs } = context;
  const latest = latestOrder(await historyOf(db, reference));
  // The order's id is read after the history, and both are written together. So a missing id means that the
  // order was abandoned.
  const current = (await findPayment(db, reference))?.providerOrderId;
  const times = { now, checkBy: new Date(now.getTime() + FIRST_ORDER_CHECK_MS) };
  const isFresh = latest !== null && now.getTime() - Date.parse(latest.madeAt) < ORDER_LIFE_MS;
  if (isFresh && latest.id === current && !latest.hasFailed) {
    // The id is not written again, because another tab may be abandoning the order.
    await noteResumed(db, reference, times);
    return latest.id;
  }
  // For six hours PayPal answers a request id with its first order, so another order needs another id.
  const requestId = latest ? `${reference}-${latest.id}` : reference;
  const signature = enrolmentId && (await proofs.prove({ provider: "paypal", reference, enrolmentId }));
  const proof = signature && `${enrolmentId} ${signature}`;
  const purchase = paypalPurchase({ reference, course, charge, proof }, returnTo);
  const id = await client
    .createOrder(purchase, requestId)
    .catch((error: unknown) => refuseOrder(context, error));
  if (id === null) return null;
  const ordered = ownReport("ordered", {
    provider: "paypal",
    reference,
    about: id,
    amount: charge,
    source: "capture",
    now,
  });
  await db.batch([...addingEvents(db, [ordered], now), ...savingOrderId(db, reference, id, times)]);
  return id;
}

/** PayPal makes no order until the academy acts. The message is for the visitor. */
export class AccountRefused extends Error {
  override readonly name = "AccountRefused";
  constructor() {
    super(REFUSAL_MESSAGES.account);
  }
}

/**
 * Throws for an order that PayPal refuses to make. The request has nothing about the payer, so the refusal
 * concerns the account or the reference.
 * @returns `null` for a refused reference, under which anyone with the public client id can have paid
 */
async function refuseOrder(context: AlertContext, error: unknown): Promise<null> {
  const isRefusal = error instanceof ProviderError && (error.status ?? 0) >= 400 && !error.isTransient;
  if (!isRefusal) throw error;
  if (error.issue === "DUPLICATE_INVOICE_ID") return null;
  await alertOfRefusal(context, error.issue ?? `HTTP ${error.status}`);
  throw new AccountRefused();
}

/** The events that end an order after the payer agreed to it. */
const FAILURES: readonly HistoryKind[] = ["declined", "denied", "lapsed", "given-up"];

/** Returns the latest order, even if it was abandoned; `null` if there is none. Times are ISO 8601, UTC. */
function latestOrder(
  history: readonly RecordedEvent[],
): { id: string; madeAt: string; hasFailed: boolean } | null {
  const index = history.findLastIndex(({ kind }) => kind === "ordered");
  const ordered = history[index];
  if (!ordered) return null;
  const hasFailed = history.slice(index).some(({ kind }) => FAILURES.includes(kind));
  return { id: subjectOf(ordered), madeAt: ordered.recordedAt, hasFailed };
}

export async function recordOrder(
  context: AppContext,
  reference: string,
  order: PayPalOrder,
  source: ReportSource,
): Promise<PaymentRecord | null> {
  const reports = reportsOfOrder(order, { reference, source, now: context.now });
  return recordPayment(context, reference, { reports, ...payerAndEnrolmentOf(order) });
}

/**
 * Returns the reference under which an order at PayPal is recorded. Anyone with the public client id can make
 * orders under any reference, so an order that the edge did not make gets a reference apart from stored ones.
 */
export async function recordedReference(
  db: Database,
  namedReference: string,
  orderId: string,
): Promise<string> {
  const isOwn = (await referenceOfEvent(db, "paypal", `ordered:${orderId}`)) === namedReference;
  return isOwn ? namedReference : apartFrom(db, namedReference, `order ${orderId}`);
}

/** Returns the reference for money that came by no order of the edge. Stored orders keep theirs. */
export async function apartFrom(db: Database, namedReference: string, origin: string): Promise<string> {
  const payment = await findPayment(db, namedReference);
  return payment && payment.course.id !== "" ? foreignReference(payment, origin) : namedReference;
}

/** Returns the reference under which a capture is recorded, with PayPal's help; `null` if it is not ours. */
export async function referenceOfCapture(
  db: Database,
  client: PayPalClient,
  capture: PayPalCapture,
): Promise<string | null> {
  const namedReference = referenceIn(capture);
  if (!namedReference) return null;
  const orderId = orderIdOf(capture);
  if (orderId) return recordedReference(db, namedReference, orderId);
  const ordered = (await historyOf(db, namedReference)).filter(({ kind }) => kind === "ordered");
  // A browser made the order, as it does if the edge has no secret.
  if (ordered.length === 0) return namedReference;
  for (const event of ordered) {
    const order = await orderUnlessGone(client, subjectOf(event));
    const captures = order?.purchase_units.flatMap(({ payments }) => payments?.captures ?? []) ?? [];
    if (captures.some(({ id }) => id === capture.id)) return namedReference;
  }
  return apartFrom(db, namedReference, `charge ${capture.id}`);
}

/** Reads an order; `null` if PayPal has deleted it, as it does some hours after an order without payment. */
export async function orderUnlessGone(client: PayPalClient, orderId: string): Promise<PayPalOrder | null> {
  try {
    return await client.getOrder(orderId);
  } catch (error) {
    if (error instanceof ProviderError && error.status === 404) return null;
    throw error;
  }
}
