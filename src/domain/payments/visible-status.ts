/**
 * The status of a payment as every page shows it, derived from what this browser has seen and what the edge
 * reports. A closed dialog, a reload or another tab does not change it.
 */
import { DAY_MS } from "~/domain/dates/day.ts";
import type { ReportedStatus } from "./checkout.ts";
import type { Payment } from "./payment-flow.ts";

/** The latest that a browser has seen of a payment that it started. */
export type SeenPayment =
  | { readonly status: "opened" }
  /** Money may have moved: staff look the reference up. */
  | { readonly status: "unconfirmed" }
  | { readonly status: "paid"; readonly payment: Payment };

export interface PaymentEvidence {
  readonly seen: SeenPayment["status"];
  /** `null` where the edge does not know or cannot be reached. */
  readonly reported: Pick<ReportedStatus, "status"> | "asking" | null;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

export type VisibleStatus =
  | "checking"
  /** Only the visitor can know. */
  | "unknown"
  | "confirming"
  /** This browser has seen the money arrive. The edge has not confirmed it. */
  | "received"
  | "paid"
  | "short-paid"
  | "refunded"
  | "not-paid";

/** The time in which a bank transfer may still arrive. After it, "unpaid" is believed. */
const MAY_ARRIVE_FOR_MS = DAY_MS;

export function visibleStatus({ seen, reported, startedAt }: PaymentEvidence, now: Date): VisibleStatus {
  const status = reported === "asking" ? null : reported?.status;
  if (status === "paid" || status === "short-paid" || status === "refunded") return status;
  const mayStillArrive = now.getTime() - Date.parse(startedAt) < MAY_ARRIVE_FOR_MS;
  if (seen !== "opened" && status === "unpaid" && !mayStillArrive) return "not-paid";
  if (seen === "paid") return "received";
  if (seen === "unconfirmed" || status === "pending") return "confirming";
  if (reported === "asking") return "checking";
  return status === "unpaid" ? "not-paid" : "unknown";
}

export function isMoneyIn(status: VisibleStatus): boolean {
  return status === "paid" || status === "received" || status === "short-paid";
}

/** Whether nothing was charged, so that paying again charges once. */
export function mayPayAgain(status: VisibleStatus): boolean {
  return status === "not-paid" || status === "refunded";
}

interface StatusWords {
  readonly title: string;
  /** Empty if the receipt says it. */
  readonly text: string;
  /** On the payment's slip. */
  readonly slip: string;
}

const RECEIVED = "Your payment has been received";

export const STATUS_WORDS: Readonly<Record<VisibleStatus, StatusWords>> = {
  checking: {
    title: "We're checking your payment",
    text: "This takes a few seconds. Please don't pay again yet.",
    slip: "Being checked",
  },
  unknown: {
    title: "Did this payment go through?",
    text: "We couldn't check whether you were charged. Please don't pay again yet. If it's still open in another tab, finish it there.",
    slip: "Not checked yet",
  },
  confirming: {
    title: "We are confirming your payment",
    text: "Your payment is being confirmed. Please don't pay again. Cards take minutes, bank transfers a few hours.",
    slip: "Not confirmed yet",
  },
  received: { title: RECEIVED, text: "", slip: "Received, being confirmed" },
  paid: { title: RECEIVED, text: "", slip: "Paid" },
  "short-paid": { title: "A part of your payment has been received", text: "", slip: "Paid in part" },
  refunded: {
    title: "This payment was returned",
    text: "The money went back to the payer. You can pay again.",
    slip: "Returned",
  },
  "not-paid": {
    title: "This payment didn't go through",
    text: "Nothing was charged. If it's still open in another tab, finish it there. Otherwise try again.",
    slip: "Not paid",
  },
};
