/** Paystack's records, and the shapes of its API and its webhooks. */

/** A charge in Paystack's records. Tests change it. */
export interface PaystackCharge {
  readonly id: number;
  readonly reference: string;
  readonly status: string;
  /** Kobo that the payer pays, with the fees if the payer bears them. */
  readonly amount: number;
  /** Kobo that the site requested. */
  readonly requested_amount: number;
  readonly currency: string;
  readonly domain: string;
  readonly paid_at: string | null;
  /** The time at which the transaction started. Lists are in this order. */
  readonly created_at?: string;
  readonly metadata: unknown;
  /** The address to which Paystack's page returns. */
  readonly callback_url?: string;
  /** Paystack's fees in kobo, once the charge is paid. */
  readonly fees?: number;
  readonly customer: Readonly<Record<string, unknown>>;
}

export type RefundStatus = "pending" | "processing" | "processed" | "failed" | "needs-attention";

export interface PaystackRefund {
  readonly id: number;
  readonly reference: string;
  /** Kobo. */
  readonly minor: number;
  readonly createdAt: string;
  status: RefundStatus;
  /** The id of the lost dispute that took the money. */
  readonly disputeId: number | null;
  /** The academy's note; empty if the refund was made in the dashboard. */
  readonly note: string;
}

export interface PaystackDispute {
  readonly id: number;
  readonly reference: string;
  /** Kobo. */
  readonly minor: number;
  readonly createdAt: string;
  resolvedAt: string | null;
  status: "awaiting-merchant-feedback" | "awaiting-bank-feedback" | "resolved";
  /** The academy's answer, or the bank's decision once the dispute is resolved. */
  resolution: "merchant-accepted" | "auto-accepted" | "declined" | null;
}

export interface PaystackSettlement {
  readonly id: number;
  readonly status: "success" | "failed";
  /** Kobo. */
  readonly minor: number;
  readonly createdAt: string;
}

/** Returns the event of a charge's webhook. */
export const chargeSuccess = (charge: PaystackCharge) => ({ event: "charge.success", data: charge });

/**
 * Returns the event of a refund's webhook. Paystack gives a refund a reference only once it is processed, and
 * its amount is sometimes text.
 */
export function refundEvent({ id, reference, minor, status }: PaystackRefund, domain: string | undefined) {
  return {
    event: `refund.${status}`,
    data: {
      status,
      transaction_reference: reference,
      refund_reference: status === "processed" ? String(132_013_000_000 + id) : null,
      amount: status === "pending" ? minor : String(minor),
      currency: "NGN",
      domain,
      ...(status === "needs-attention" && { id }),
    },
  };
}

/** Returns a dispute as Paystack's API and its webhooks show it. @param charge the disputed one */
export function disputeResource(dispute: PaystackDispute, charge: PaystackCharge | null) {
  const { id, reference, minor, createdAt, resolvedAt, status, resolution } = dispute;
  return {
    id,
    refund_amount: minor,
    currency: "NGN",
    status,
    resolution,
    transaction: { reference, amount: charge?.amount, currency: "NGN" },
    created_at: createdAt,
    createdAt,
    resolvedAt,
  };
}
