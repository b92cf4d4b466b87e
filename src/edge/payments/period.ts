/** A stretch of time that a provider is asked about: from its beginning up to, and without, its end. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}
