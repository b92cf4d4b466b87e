import { map } from "nanostores";
import { send } from "~/browser/edge-client/send.ts";
import { noteSeen } from "~/browser/enrolments/local-payments.ts";
import { deliverEntry } from "~/browser/outbox/deliver-entry.ts";
import { findEntry, type OutboxEntry, saveEntry } from "~/browser/outbox/outbox.ts";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome, Payment } from "~/domain/payments/payment-flow.ts";
import { textIn } from "~/domain/text.ts";
import { paymentMode } from "./load-checkout.ts";

/** The edge may ask the provider first, which may take ten seconds. */
const REPORT_TIMEOUT_MS = 12_000;

/** The latest reports of the payments that this page has asked the edge about, by their references. */
export const $reports = map<Record<string, ReportedStatus | "asking" | null>>({});

/**
 * Asks the edge for a payment's status. Never rejects.
 * @returns `null` if the status is unknown: there is no edge, no account or no response, or the edge does not know
 */
export async function askPayment(order: Order): Promise<ReportedStatus | null> {
  const { reference } = order;
  const report = await requestReport(order);
  const previousReport = $reports.get()[reference];
  // An earlier report stays valid if there is no response now.
  if (report || !previousReport || previousReport === "asking") $reports.setKey(reference, report);
  return report;
}

async function requestReport({ reference, charge }: Order): Promise<ReportedStatus | null> {
  if (paymentMode(charge.currency) === "missing") return null;
  const path = `/prod/payments/${encodeURIComponent(reference)}`;
  const response = await send(path, { timeoutMs: REPORT_TIMEOUT_MS });
  return response?.ok ? reportIn(response.body) : null;
}

/** Returns the report in a response; `null` if it is not one, or lacks the provider's number of the charge. */
function reportIn(body: unknown): ReportedStatus | null {
  const report = body as ReportedStatus & { readonly payment?: unknown };
  switch (textIn(body, "status")) {
    case "unpaid":
    case "pending":
      return report;
    case "paid":
    case "refunded":
    case "short-paid":
      return textIn(report.payment, "id") ? report : null;
    default:
      return null;
  }
}

/** Returns the payment that a report proves; `null` if no money came, or it was refunded. */
function paymentIn(report: ReportedStatus): Payment | null {
  if (report.status !== "paid" && report.status !== "short-paid") return null;
  const payment = { id: report.payment.id, payer: null };
  return report.status === "short-paid" ? { ...payment, shortPaid: { paid: report.paid } } : payment;
}

/** Returns the outcome of a checkout by the edge's report; `null` if no money has come, or it is not known yet. */
export function outcomeIn(report: ReportedStatus): CheckoutOutcome | null {
  if (report.status === "refunded") {
    return { status: "failed", message: "This payment was refunded to the person who paid." };
  }
  const payment = paymentIn(report);
  return payment && { status: "paid", payment };
}

/**
 * Asks the edge for the outcome of an earlier visit's payment. If it was paid, staff are notified. Never rejects.
 * @returns `null` if only the visitor can know
 */
export async function resolveEarlier({ order }: OutboxEntry): Promise<ReportedStatus["status"] | null> {
  const report = await askPayment(order);
  // The visitor may have removed the entry during the request, here or in another tab.
  const entry = findEntry(order.reference);
  const payment = report && paymentIn(report);
  if (entry && payment) {
    if (entry.payment.status !== "paid") {
      saveEntry({ ...entry, payment: { status: "paid", payment }, delivered: [] });
      noteSeen(order.reference, "paid");
    }
    void deliverEntry(order.reference);
  }
  return report?.status ?? null;
}
