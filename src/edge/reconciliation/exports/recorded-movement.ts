/** A movement of money as it was recorded on the edge. */
export interface RecordedMovement {
  readonly kind: "charged" | "returned";
  readonly reference: string;
  /** The provider's own number: of the charge or, for money that went back, of the refund. */
  readonly transactionId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Kobo or cents. */
  readonly minor: number;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
}
