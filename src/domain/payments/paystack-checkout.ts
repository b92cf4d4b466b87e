/** A transaction that the edge has begun at Paystack, as a visitor continues it. */
export interface PaystackCheckout {
  /** For Paystack's popup. */
  readonly accessCode: string;
  /** Paystack's own page for it. */
  readonly url: string;
}

/** Why the edge begins no payment, where a page has to know more than the words for the visitor. */
export type NotBegun =
  /** The reference is taken at Paystack by a transaction that cannot be continued: it needs another. */
  | "reference-used"
  /** The same browser has paid for the same under another reference, which is named, or that payment is being confirmed. */
  | "paid-before"
  /** It may work in a minute. */
  | "not-now";
