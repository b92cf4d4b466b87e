/** Flags as staff read them. */
import type { EnrolmentFlag } from "~/domain/enrolment/enrolment-standing.ts";
import type { PaymentFlag } from "~/domain/payments/payment-history.ts";

const WORDS: Readonly<Record<EnrolmentFlag | PaymentFlag, string>> = {
  overpaid: "Overpaid",
  "other-currency": "Paid in another currency",
  "paid-after-withdrawal": "Paid after withdrawing",
  duplicate: "Enrolled or paid twice",
  "not-at-provider": "Not found at the provider",
  disputed: "Disputed by the payer’s bank",
  "currency-mismatch": "Paid in another currency",
  "unknown-course": "Course not known",
  "test-payment": "Test payment, no money moved",
  "refund-failed": "Refund failed",
  "refund-needs-attention": "Refund needs bank details",
  "amount-mismatch": "Paid less than asked",
  "part-refunded": "Refunded in part",
  "payment-pending": "Held back by the provider",
  "payment-denied": "Refused after approval",
  "approved-not-charged": "Approved, never charged",
};

/** A flag in words; one that only the database still knows as it is. */
export function flagWords(flag: string): string {
  return (WORDS as Readonly<Record<string, string>>)[flag] ?? flag;
}
