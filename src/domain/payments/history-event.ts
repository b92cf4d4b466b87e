/** What an event reports about a payment. Each event is recorded once, however often it arrives. */
export type HistoryKind =
  /** The visitor's browser named the order before its checkout opened. */
  | "registered"
  /** An order was made at the provider. */
  | "ordered"
  /** The payer agreed; nothing has been charged. */
  | "approved"
  /** The payer agreed so long ago that the order is no longer charged. */
  | "lapsed"
  | "charged"
  /** A charge on the provider's test account, received by the live one. */
  | "test-charged"
  /** The provider holds the charge back. */
  | "pending"
  /** The bank refused at capture; the request that captured it has read so. */
  | "declined"
  /** The provider refused later on, or in an answer that no one has read. */
  | "denied"
  | "refunded"
  /** Staff gave money back outside the provider, which never reports it: by a bank transfer or in cash. */
  | "refunded-elsewhere"
  /** A bank, or the provider itself, took the money back. */
  | "reversed"
  | "refund-pending"
  /** The refund waits for the payer's bank details. */
  | "refund-needs-attention"
  | "refund-failed"
  /** The payer's bank asks for the money back. */
  | "disputed"
  | "dispute-won"
  /** The payer's bank got it. */
  | "dispute-lost"
  /** The provider's own list does not have a charge as it was recorded. */
  | "not-at-provider"
  /** The total that has gone back, by the provider's own list, whose refunds may bear other numbers than its events. */
  | "returned-in-all";

export interface HistoryEvent {
  readonly kind: HistoryKind;
  /**
   * The kind and the provider's own number of what it is about: "charged:4099260516". The same for the same event, however
   * often and by whichever source it is reported.
   */
  readonly eventId: string;
  /** Kobo or cents, hundredths of any other currency; null where the event names no amount. */
  readonly amountMinor: number | null;
  /** ISO 4217; null where the event names none. */
  readonly currency: string | null;
}
