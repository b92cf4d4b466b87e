import { z } from "astro/zod";
import type { PaymentReport } from "../record-payment.ts";
import { paypalMoney, type ReportOrigin, reportOf } from "./paypal-order.ts";

const disputedTransaction = z.object({
  /** The id of our capture. */
  seller_transaction_id: z.string(),
  gross_amount: paypalMoney.nullish(),
  custom: z.string().nullish(),
  invoice_number: z.string().nullish(),
});

export const paypalDispute = z.object({
  dispute_id: z.string(),
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

/** How a dispute ended for the academy, by PayPal's outcome. One that is not here leaves it open, for staff to look at. */
const ENDS: Record<string, "dispute-lost" | "dispute-won"> = {
  RESOLVED_BUYER_FAVOUR: "dispute-lost",
  ACCEPTED: "dispute-lost",
  RESOLVED_SELLER_FAVOUR: "dispute-won",
  // PayPal paid the payer itself.
  RESOLVED_WITH_PAYOUT: "dispute-won",
  CANCELED_BY_BUYER: "dispute-won",
  DENIED: "dispute-won",
  // Closed without a decision, since another dispute about the same payment goes on.
  NONE: "dispute-won",
};

/** The reports of a dispute about one of its payments: that it was opened and, where it has ended, how. */
export function reportsOfDispute(
  dispute: PayPalDispute,
  { seller_transaction_id, gross_amount }: DisputedTransaction,
  origin: ReportOrigin,
): PaymentReport[] {
  const { dispute_id, dispute_amount, dispute_outcome, create_time, update_time } = dispute;
  const isOnly = dispute.disputed_transactions.length === 1;
  const id = isOnly ? dispute_id : `${dispute_id}:${seller_transaction_id}`;
  const amount = isOnly ? dispute_amount : (gross_amount ?? dispute_amount);
  const opened: PaymentReport = {
    ...reportOf({ amount, create_time }, origin),
    kind: "disputed",
    eventId: `disputed:${id}`,
  };
  const kind = ENDS[dispute_outcome?.outcome_code ?? ""];
  if (!kind) return [opened];
  const given = isOnly ? (dispute_outcome?.amount_refunded ?? amount) : amount;
  const ended = reportOf({ amount: kind === "dispute-lost" ? given : amount, update_time }, origin);
  return [opened, { ...ended, kind, eventId: `${kind}:${id}` }];
}
