/** PayPal's records in the shapes of its API and its webhooks. */
import type { PayPalPurchase } from "~/domain/payments/checkout.ts";

/**
 * The outcome of a capture at the stand-in. "lost" takes the money and hangs up. "declined" lets the payer
 * choose again. "refused" and "failed" end the order with a capture of nothing. "short" takes too little,
 * "trouble" answers 503, "limited" 429, and "422 WORD" one of PayPal's issues.
 */
export type CaptureMode =
  | "completed"
  | "pending"
  | "declined"
  | "refused"
  | "failed"
  | "short"
  | "lost"
  | "trouble"
  | "limited"
  | `422 ${string}`;

export type CaptureStatus =
  | "COMPLETED"
  | "PENDING"
  | "DECLINED"
  | "FAILED"
  | "PARTIALLY_REFUNDED"
  | "REFUNDED";

export interface StoredCapture {
  readonly id: string;
  status: CaptureStatus;
  /** Cents. */
  readonly minor: number;
  readonly create_time: string;
  update_time: string;
}

export type PayPalRefundStatus = "COMPLETED" | "PENDING" | "FAILED" | "CANCELLED";

export interface StoredRefund {
  readonly id: string;
  readonly captureId: string;
  /** Cents. */
  readonly minor: number;
  readonly create_time: string;
  /** "REVERSED" if a bank or PayPal took the money back. */
  readonly how: "REFUNDED" | "REVERSED";
  /** The id of the request that made the refund; `null` if it was made in the dashboard. */
  readonly requestId: string | null;
  status: PayPalRefundStatus;
}

export type DisputeOutcome = "RESOLVED_BUYER_FAVOUR" | "RESOLVED_SELLER_FAVOUR" | "CANCELED_BY_BUYER";

export interface StoredDispute {
  readonly id: string;
  readonly captureId: string;
  /** Cents. */
  readonly minor: number;
  readonly create_time: string;
  update_time: string;
  outcome: DisputeOutcome | null;
  /** The amounts that the dispute took, before its decision or with it. */
  readonly taken: TakenMoney[];
}

export interface TakenMoney {
  readonly at: string;
  readonly isRefund: boolean;
  /** The time at which a won dispute returned the money. */
  backAt: string | null;
}

export interface StoredOrder {
  readonly id: string;
  status: "CREATED" | "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";
  readonly request: PayPalPurchase;
  /** The id of the request that created the order. */
  readonly requestId: string | null;
  captureMode: CaptureMode;
  capture: StoredCapture | null;
  readonly refunds: StoredRefund[];
  readonly disputes: StoredDispute[];
  /** ISO 8601, UTC, like all times in this file. */
  readonly createdAt: string;
  approvedAt: string | null;
  /** The hosted page to which a payer is redirected, and from which they return. */
  readonly page: string;
  refusals: number;
  /** The origin of a stored reply that was returned in place of a capture that could have succeeded. */
  staleReply: "of another order" | "of an earlier try" | null;
}

export const PAYER = {
  name: { given_name: "Sandbox", surname: "Payer" },
  email_address: "payer@paypal.example",
  payer_id: "SANDBXPAYER22",
};

const dollars = (minor: number) => ({ currency_code: "USD", value: (minor / 100).toFixed(2) });
const link = (kind: string, id: string, rel: string) => ({
  href: `https://api.paypal.com/v2/payments/${kind}/${id}`,
  rel,
  method: "GET",
});

export function shownCapture({ id: order_id, request, capture }: StoredOrder) {
  if (!capture) return undefined;
  const { custom_id, invoice_id } = request.purchase_units[0];
  const { minor, ...fields } = capture;
  return {
    ...fields,
    amount: dollars(minor),
    custom_id,
    invoice_id,
    final_capture: true,
    supplementary_data: { related_ids: { order_id } },
  };
}

/** Returns a refund as PayPal shows it. Its capture is named only in a link, and reversed money is negative. */
export function shownRefund({ id, captureId, minor, create_time, status, how }: StoredRefund) {
  return {
    id,
    status,
    amount: dollars(how === "REVERSED" ? -minor : minor),
    create_time,
    update_time: create_time,
    links: [link("refunds", id, "self"), link("captures", captureId, "up")],
  };
}

export function shownOrder(order: StoredOrder) {
  const { id, status, request, capture, refunds, createdAt, approvedAt } = order;
  const [unit] = request.purchase_units;
  const payments = capture && {
    captures: [shownCapture(order)],
    ...(refunds.length > 0 && { refunds: refunds.map(shownRefund) }),
  };
  return {
    links: approvalLinks(order),
    id,
    intent: request.intent,
    status,
    ...(status !== "CREATED" && { payer: PAYER }),
    create_time: createdAt,
    ...(approvedAt && { update_time: capture?.update_time ?? approvedAt }),
    purchase_units: [{ reference_id: "default", ...unit, ...(payments && { payments }) }],
  };
}

/** Returns a dispute as PayPal shows it. It names its capture, but no order. */
export function shownDispute({ id, captureId, minor, create_time, update_time, outcome }: StoredDispute) {
  return {
    dispute_id: id,
    create_time,
    update_time,
    disputed_transactions: [{ buyer_transaction_id: `B${captureId}`, seller_transaction_id: captureId }],
    status: outcome ? "RESOLVED" : "WAITING_FOR_SELLER_RESPONSE",
    dispute_amount: dollars(minor),
    ...(outcome && {
      dispute_outcome: {
        outcome_code: outcome,
        ...(outcome === "RESOLVED_BUYER_FAVOUR" && { amount_refunded: dollars(minor) }),
      },
    }),
  };
}

/** Returns the approval links of an order that its payer has not approved completely. */
function approvalLinks({ page, status, request }: StoredOrder) {
  if (request.application_context?.return_url === undefined) return [];
  if (status === "PAYER_ACTION_REQUIRED") return [{ href: page, rel: "payer-action", method: "GET" }];
  return status === "CREATED" ? [{ href: page, rel: "approve", method: "GET" }] : [];
}

export function paypalEvent(type: string, resource: unknown, { id, now }: { id: string; now: Date }) {
  return {
    id: `WH-${id}`,
    event_version: "1.0",
    create_time: now.toISOString(),
    event_type: type,
    resource,
    links: [],
  };
}

const REPORTED_STATUS = { COMPLETED: "S", PENDING: "P", FAILED: "D", CANCELLED: "D" } as const;

/** Returns an order's effects on the account in the form of /v1/reporting/transactions. */
export function reportedTransactions(order: StoredOrder) {
  const { capture, refunds, disputes, request } = order;
  if (!capture || capture.status === "DECLINED" || capture.status === "FAILED") return [];
  const { custom_id, invoice_id } = request.purchase_units[0];
  const row = (id: string, code: string, minor: number, time: string, more: object = {}) => ({
    transaction_info: {
      transaction_id: id,
      transaction_event_code: code,
      transaction_initiation_date: time,
      transaction_amount: dollars(minor),
      fee_amount: dollars(minor > 0 ? -Math.round(minor * 0.039) - 30 : 0),
      transaction_status: capture.status === "PENDING" ? "P" : "S",
      invoice_id,
      custom_field: custom_id,
      ...more,
    },
  });
  const captureReference = { paypal_reference_id: capture.id, paypal_reference_id_type: "TXN" };
  return [
    row(capture.id, "T0006", capture.minor, capture.create_time),
    ...refunds.map(({ id, minor, create_time, how, status }) =>
      row(id, how === "REVERSED" ? "T1106" : "T1107", -minor, create_time, {
        ...captureReference,
        transaction_status: REPORTED_STATUS[status],
      }),
    ),
    ...disputes.flatMap(({ id, minor, taken }) =>
      taken.flatMap(({ at, isRefund, backAt }, place) => {
        const code = isRefund ? "T1106" : "T1201";
        return [
          ...(isRefund ? [] : [row(`${id}-${place}`, code, -minor, at, captureReference)]),
          ...(backAt ? [row(`${id}-${place}-BACK`, code, minor, backAt, captureReference)] : []),
        ];
      }),
    ),
  ];
}
