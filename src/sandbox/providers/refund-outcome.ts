type RefundOutcome = "processed" | "refused" | "failed" | "needs-attention";

/** The outcomes of refunds by the last two digits of their amounts. Any other refund succeeds. */
const OUTCOMES: Readonly<Record<number, RefundOutcome>> = { 1: "refused", 2: "failed", 3: "needs-attention" };

/** Returns the outcome of a refund at a stand-in. @param minor the amount in kobo or cents */
export function refundOutcome(minor: number): RefundOutcome {
  return OUTCOMES[minor % 100] ?? "processed";
}
