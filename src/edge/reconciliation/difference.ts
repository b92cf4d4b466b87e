/** What differs between the edge's books and a provider's. */
export type DifferenceKind =
  /** The provider has a charge that was not recorded; it is now. */
  | "charge-not-recorded"
  /** A recorded charge that the provider does not know. */
  | "charge-not-at-provider"
  | "amount-differs"
  /** More has gone back than was recorded; it is now. */
  | "return-not-recorded"
  | "dispute-not-recorded"
  /** So many recorded charges are not in the list that the list is doubted, and not they. */
  | "list-doubted"
  | "payout-failed";

/** One difference; it has no personal data. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Ours, or what else the provider knows it by; empty where it is about no single payment. */
  readonly reference: string;
  readonly currency: string;
  /** Kobo or cents that are recorded here; null where there is nothing, or no amount. */
  readonly oursMinor: number | null;
  /** Likewise, at the provider. */
  readonly theirsMinor: number | null;
}
