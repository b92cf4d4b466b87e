/** A transaction that the edge has begun at Paystack, as a visitor goes on with it. */
export interface PaystackCheckout {
  /** For Paystack's popup. */
  readonly accessCode: string;
  /** Paystack's own page for it. */
  readonly url: string;
}

/** Why the edge begins no transaction, where a page has to know more than the words for the visitor. */
export type NotBegun =
  /** The reference is taken at Paystack by a transaction that cannot be continued: it needs another. */
  | "reference-used"
  /** It may work in a minute. */
  | "not-now";
