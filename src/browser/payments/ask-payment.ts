import { map } from "nanostores";
import { send } from "~/browser/edge-client/send.ts";
import { noteSeen } from "~/browser/enrolments/local-payments.ts";
import { deliverEntry } from "~/browser/outbox/deliver-entry.ts";
import { findEntry, type OutboxEntry, saveEntry } from "~/browser/outbox/outbox.ts";
import type { Money } from "~/domain/money/money.ts";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome, Payment } from "~/domain/payments/payment-flow.ts";
import { textIn } from "~/domain/text.ts";
import { paymentMode } from "./load-checkout.ts";

/** The edge asks the provider meanwhile, which may take ten seconds of it. */
const ANSWER_TIMEOUT_MS = 12_000;

/** The latest report of each payment that the edge was asked about on this page, by its reference. */
export const $reports = map<Record<string, ReportedStatus | "asking" | null>>({});

/**
 * Asks the edge, which asks the provider, for a payment's status. Never rejects.
 * @returns null when it cannot be known: there is no edge, no account, no answer in time, or the edge does not know
 */
export async function askPayment(order: Order): Promise<ReportedStatus | null> {
  const { reference } = order;
  const reported = await requestReport(order);
  const previousReport = $reports.get()[reference];
  // A connection that is cut takes back nothing that was reported.
  if (reported || !previousReport || previousReport === "asking") $reports.setKey(reference, reported);
  return reported;
}

async function requestReport({ reference, charge }: Order): Promise<ReportedStatus | null> {
  if (paymentMode(charge.currency) === "missing") return null;
  const path = `/prod/payments/${encodeURIComponent(reference)}`;
  const answer = await send(path, { timeoutMs: ANSWER_TIMEOUT_MS });
  return answer?.ok ? statusIn(answer.body) : null;
}

function statusIn(body: unknown): ReportedStatus | null {
  const status = textIn(body, "status");
  if (status === "unpaid" || status === "pending") return { status };
  const id = textIn((body as { payment?: unknown } | null)?.payment, "id");
  if (!id) return null;
  if (status === "paid" || status === "refunded") {
    const isReceiptSent = (body as { isReceiptSent?: unknown }).isReceiptSent === true;
    const receiptNumber = textIn(body, "receiptNumber");
    return {
      status,
      payment: { id },
      ...(receiptNumber && { receiptNumber }),
      ...(isReceiptSent && { isReceiptSent }),
    };
  }
  return status === "short-paid" ? { status, payment: { id }, paid: moneyIn(body, "paid") } : null;
}

function moneyIn(body: unknown, name: string): Money | null {
  const money: unknown = (body as Record<string, unknown>)[name];
  const currency = textIn(money, "currency");
  const minor: unknown = (money as { minor?: unknown } | null)?.minor;
  if (currency !== "NGN" && currency !== "USD") return null;
  return typeof minor === "number" ? { currency, minor } : null;
}

/** The payment behind money that came; null where none did, or it went back. */
function paymentIn(reported: ReportedStatus): Payment | null {
  if (reported.status !== "paid" && reported.status !== "short-paid") return null;
  const payment = { ...reported.payment, payer: null };
  return reported.status === "short-paid" ? { ...payment, shortPaid: { paid: reported.paid } } : payment;
}

/** The end of a checkout, by the edge's report of the money that came; null where none has, or it is unknown yet. */
export function outcomeIn(reported: ReportedStatus): CheckoutOutcome | null {
  if (reported.status === "refunded") {
    return { status: "failed", message: "This payment was refunded to the person who paid." };
  }
  const payment = paymentIn(reported);
  return payment && { status: "paid", payment };
}

/**
 * Asks how the payment of an earlier visit ended. One that was made becomes a paid entry, and staff are notified.
 * @returns null when only the visitor can know. Never rejects.
 */
export async function resolveEarlier({ order }: OutboxEntry): Promise<ReportedStatus["status"] | null> {
  const reported = await askPayment(order);
  // The visitor may have dealt with it meanwhile, here or in another tab.
  const entry = findEntry(order.reference);
  const payment = reported && paymentIn(reported);
  if (entry && payment) {
    if (entry.payment.status !== "paid") {
      saveEntry({ ...entry, payment: { status: "paid", payment }, delivered: [] });
      noteSeen(order.reference, "paid");
    }
    void deliverEntry(order.reference);
  }
  return reported?.status ?? null;
}
