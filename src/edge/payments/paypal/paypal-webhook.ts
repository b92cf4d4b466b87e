import { z } from "astro/zod";
import { DAY_MS } from "~/domain/dates/day.ts";
import { stateId } from "~/domain/payments/money-back.ts";
import type { PaymentReport } from "../payment-events.ts";
import {
  type PayPalCapture,
  type PayPalOrder,
  type PayPalRefund,
  paypalCapture,
  paypalMoney,
  paypalOrder,
  paypalRefund,
  type ReportOrigin,
  reportOf,
} from "./paypal-order.ts";

export type PayPalEvent =
  | { readonly type: "approval"; readonly order: PayPalOrder }
  | { readonly type: "capture"; readonly capture: PayPalCapture }
  | {
      readonly type: "refund";
      readonly refund: PayPalRefund;
      /** `refunded` if staff gave the money back, `reversed` if a bank or PayPal took it. */
      readonly kind: "refunded" | "reversed";
      /** PayPal's id of the capture whose money went back; `null` if PayPal does not name it. */
      readonly captureId: string | null;
    }
  | { readonly type: "dispute"; readonly dispute: PayPalDispute }
  /** An event that concerns no payment. */
  | { readonly type: "other" };

const envelope = z.object({
  event_type: z.string(),
  create_time: z.string().nullish(),
  resource: z.unknown(),
});

/** Reads an event that PayPal sent; `null` if a known event has another shape than expected. */
export function readPayPalWebhook(body: unknown): PayPalEvent | null {
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return null;
  const { event_type, create_time, resource } = parsed.data;
  switch (event_type) {
    case "CHECKOUT.ORDER.APPROVED": {
      const { data: order } = paypalOrder.safeParse(resource);
      // PayPal may leave out the time of the approval. The event was created at that time.
      return order
        ? { type: "approval", order: { ...order, update_time: order.update_time ?? create_time } }
        : null;
    }
    case "PAYMENT.CAPTURE.COMPLETED":
    case "PAYMENT.CAPTURE.PENDING":
    case "PAYMENT.CAPTURE.DENIED":
    case "PAYMENT.CAPTURE.DECLINED": {
      const { data: capture } = paypalCapture.safeParse(resource);
      return capture ? { type: "capture", capture: withStatusOf(event_type, capture) } : null;
    }
    case "PAYMENT.CAPTURE.REFUNDED":
    case "PAYMENT.CAPTURE.REVERSED": {
      const { data: refund } = paypalRefund.safeParse(resource);
      const kind = event_type.endsWith("REVERSED") ? "reversed" : "refunded";
      return refund ? { type: "refund", refund, kind, captureId: captureIdIn(refund) } : null;
    }
    case "CUSTOMER.DISPUTE.CREATED":
    case "CUSTOMER.DISPUTE.UPDATED":
    case "CUSTOMER.DISPUTE.RESOLVED": {
      const { data: dispute } = paypalDispute.safeParse(resource);
      return dispute ? { type: "dispute", dispute } : null;
    }
    default:
      return { type: "other" };
  }
}

/** Returns the capture with the event's status. Its own status may be newer; another event reports that. */
function withStatusOf(eventType: string, capture: PayPalCapture): PayPalCapture {
  const status = eventType.slice("PAYMENT.CAPTURE.".length);
  return { ...capture, status: status === "DENIED" ? "DECLINED" : status };
}

function captureIdIn({ links }: PayPalRefund): string | null {
  const up = links?.find(({ rel }) => rel === "up")?.href ?? "";
  return /\/captures\/([A-Z0-9]{1,36})$/.exec(up)?.[1] ?? null;
}

/** The greatest age of a webhook. PayPal repeats an event for three days. */
const MAX_AGE_MS = 7 * DAY_MS;
/** The greatest difference between PayPal's clock and ours. */
const MAX_AHEAD_MS = 10 * 60_000;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const BASE64 = /^[A-Za-z0-9+/]{1,700}={0,2}$/;
const PAYPAL_HOST = /^(?:[a-z0-9-]+\.)+paypal\.com$/;

export type PayPalSignature = NonNullable<ReturnType<typeof signatureOf>>;

/** Returns the signature in a webhook's headers; `null` if they have another shape than PayPal's. */
export function signatureOf(headers: Headers, now: Date) {
  const signature = {
    auth_algo: headers.get("paypal-auth-algo") ?? "",
    cert_url: headers.get("paypal-cert-url") ?? "",
    transmission_id: headers.get("paypal-transmission-id") ?? "",
    transmission_sig: headers.get("paypal-transmission-sig") ?? "",
    transmission_time: headers.get("paypal-transmission-time") ?? "",
  };
  const age = now.getTime() - new Date(signature.transmission_time).getTime();
  const isWellFormed =
    /^SHA(256|384|512)withRSA$/.test(signature.auth_algo) &&
    isPayPalAddress(signature.cert_url) &&
    UUID.test(signature.transmission_id) &&
    BASE64.test(signature.transmission_sig) &&
    age <= MAX_AGE_MS &&
    age >= -MAX_AHEAD_MS;
  return isWellFormed ? signature : null;
}

function isPayPalAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === "https:" &&
    PAYPAL_HOST.test(url.host) &&
    url.username === "" &&
    url.password === "" &&
    text.length <= 500
  );
}

const disputedTransaction = z.object({
  /** The id of our capture. It is sometimes missing. */
  seller_transaction_id: z.string().nullish(),
  buyer_transaction_id: z.string().nullish(),
  gross_amount: paypalMoney.nullish(),
  custom: z.string().nullish(),
  invoice_number: z.string().nullish(),
});

export const paypalDispute = z.object({
  dispute_id: z.string(),
  status: z.string().nullish(),
  dispute_amount: paypalMoney,
  disputed_transactions: z.array(disputedTransaction),
  dispute_outcome: z
    .object({ outcome_code: z.string().nullish(), amount_refunded: paypalMoney.nullish() })
    .nullish(),
  create_time: z.string().nullish(),
  update_time: z.string().nullish(),
});

export type DisputedTransaction = z.infer<typeof disputedTransaction>;
export type PayPalDispute = z.infer<typeof paypalDispute>;

/** The result of a dispute by PayPal's outcome. Any other outcome leaves the dispute open for staff. */
const DISPUTE_RESULTS: Record<string, "dispute-lost" | "dispute-won"> = {
  RESOLVED_BUYER_FAVOUR: "dispute-lost",
  ACCEPTED: "dispute-lost",
  RESOLVED_SELLER_FAVOUR: "dispute-won",
  // PayPal paid the payer from its own money.
  RESOLVED_WITH_PAYOUT: "dispute-won",
  CANCELED_BY_BUYER: "dispute-won",
  DENIED: "dispute-won",
  // The dispute was closed without a decision, because another one about the same payment continues.
  NONE: "dispute-won",
};

export function reportsOfDispute(
  dispute: PayPalDispute,
  { seller_transaction_id, buyer_transaction_id, gross_amount }: DisputedTransaction,
  origin: ReportOrigin,
): PaymentReport[] {
  const { dispute_id, dispute_amount, dispute_outcome, create_time, update_time } = dispute;
  const isOnly = dispute.disputed_transactions.length === 1;
  const id = isOnly
    ? dispute_id
    : `${dispute_id}:${seller_transaction_id ?? buyer_transaction_id ?? origin.reference}`;
  const amount = isOnly ? dispute_amount : (gross_amount ?? dispute_amount);
  const opened: PaymentReport = {
    ...reportOf({ amount, create_time }, origin),
    kind: "disputed",
    eventId: `disputed:${id}`,
  };
  const updated = { amount, update_time };
  const kind = DISPUTE_RESULTS[dispute_outcome?.outcome_code ?? ""];
  if (!kind) {
    const isUpdated = update_time && update_time !== create_time && dispute.status !== "RESOLVED";
    if (!isUpdated) return [opened];
    // A dispute that was decided before may have been reopened.
    const eventId = stateId("disputed", id, update_time);
    return [opened, { ...reportOf(updated, origin), kind: "disputed", eventId }];
  }
  const returnedAmount = isOnly ? (dispute_outcome?.amount_refunded ?? amount) : amount;
  const ended = reportOf(kind === "dispute-lost" ? { ...updated, amount: returnedAmount } : updated, origin);
  return [opened, { ...ended, kind, eventId: stateId(kind, id, update_time) }];
}
