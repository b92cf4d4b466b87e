/** PayPal's refusals to take the money for an order (HTTP 422), by the issue that it names. */

export interface CaptureRefusal {
  /**
   * account: the academy's PayPal account refuses everyone until staff fix it. payer-action: the payer must
   * confirm the same order at PayPal again.
   */
  readonly reason: "bank" | "payer-action" | "account" | "paypal";
  /** Whether the payer may try the same order again at PayPal. */
  readonly canRetry: boolean;
}

/** The issues of an order whose money was taken before, or is being taken. A lookup of the order tells which. */
const PERHAPS_CHARGED = ["ORDER_ALREADY_CAPTURED", "ORDER_COMPLETION_IN_PROGRESS"];
const BY_BANK = ["INSTRUMENT_DECLINED", "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING"];
const BY_ACCOUNT = [
  "AUTH_CAPTURE_NOT_ENABLED",
  "NOT_ENABLED_FOR_BANK_PROCESSING",
  "NOT_ENABLED_FOR_CARD_PROCESSING",
  "PAYEE_BLOCKED_TRANSACTION",
  "PAYEE_NOT_ENABLED_FOR_BANK_PROCESSING",
  "PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING",
  "TRANSACTION_BLOCKED_BY_PAYEE",
  "TRANSACTION_RECEIVING_LIMIT_EXCEEDED",
];

/** Returns what an issue means; `null` where money may have been taken. */
export function captureRefusal(issue: string): CaptureRefusal | null {
  if (PERHAPS_CHARGED.includes(issue)) return null;
  if (issue === "PAYER_ACTION_REQUIRED") return { reason: "payer-action", canRetry: true };
  if (BY_BANK.includes(issue)) return { reason: "bank", canRetry: true };
  return { reason: BY_ACCOUNT.includes(issue) ? "account" : "paypal", canRetry: false };
}

/** The messages to the payer. */
export const REFUSAL_MESSAGES: Record<CaptureRefusal["reason"], string> = {
  bank: "Your bank or card didn't allow this payment.",
  "payer-action": "PayPal needs you to confirm this payment again. Nothing was charged.",
  account:
    "Our PayPal account can't take this payment until we fix it. Nothing was charged. Please message us.",
  paypal: "PayPal didn't allow this payment. Nothing was charged.",
};
