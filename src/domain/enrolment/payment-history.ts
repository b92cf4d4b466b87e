/**
 * What became of a registration's payment, worked out from everything that was ever said about it.
 *
 * Providers repeat what they say, say it late, and in any order: a refund may be heard of before its charge. So nothing
 * is kept that one event would change into another; the whole history is read each time, and its order does not matter.
 */
import type { Money } from "../money/money.ts";

/** One thing that was said about a payment. Each is recorded once, however often it was said. */
export type HistoryKind =
  /** The visitor's browser named the order before its checkout opened. */
  | "announced"
  /** An order was made at the provider. */
  | "ordered"
  /** The payer agreed; nothing has been charged. */
  | "approved"
  /** The payer agreed so long ago that the order is not charged any more. */
  | "lapsed"
  | "charged"
  /** A charge on the provider's test account, heard by the live one. */
  | "test-charged"
  /** The provider holds the charge back. */
  | "pending"
  | "denied"
  | "refunded"
  | "refund-pending"
  | "refund-failed"
  /** The payer's bank asks for the money back. */
  | "disputed"
  | "dispute-won"
  /** The payer's bank got it. */
  | "dispute-lost";

export interface HistoryEvent {
  readonly kind: HistoryKind;
  /** Kobo or cents, hundredths of any other currency; null where the event names no amount. */
  readonly amountMinor: number | null;
  /** ISO 4217; null where the event names none. */
  readonly currency: string | null;
}

/** How a registration stands. Only a payment of what the course record asks is called paid. */
export type RegistrationStatus = "unpaid" | "paid" | "short-paid" | "refunded";

/** Why staff must look at a registration themselves; the most pressing reason, where there are several. */
export type RegistrationFlag =
  | "disputed"
  | "currency-mismatch"
  | "unknown-course"
  | "test-payment"
  | "amount-mismatch"
  | "part-refunded"
  | "refund-failed"
  | "overpaid"
  | "payment-pending"
  | "approved-not-charged";

export interface Settlement {
  readonly status: RegistrationStatus;
  readonly flag: RegistrationFlag | null;
  /** What the academy holds, in the smallest unit of the expected currency; never negative. */
  readonly paidMinor: number;
}

/** How a registration stands, as staff read it: "paid", "short-paid, amount-mismatch". */
export function standingOf({ status, flag }: { status: string; flag: string | null }): string {
  return flag ? `${status}, ${flag}` : status;
}

/**
 * How a registration stands after all that was said of its payment, in any order.
 * @param expected what the course record asks; null when it is not known what was bought
 */
export function settle(expected: Money | null, history: readonly HistoryEvent[]): Settlement {
  const charges = history.filter(({ kind }) => kind === "charged");
  const currency = expected?.currency ?? charges[0]?.currency ?? null;
  const inCurrency = (event: HistoryEvent) => event.currency === currency;
  const charged = sumOf(charges.filter(inCurrency));
  const returned = sumOf(
    history.filter(({ kind }) => kind === "refunded" || kind === "dispute-lost").filter(inCurrency),
  );
  const held = Math.max(0, charged - returned);
  const count = (kind: HistoryKind) => history.filter((event) => event.kind === kind).length;

  return { status: statusNow(), flag: flagNow(), paidMinor: held };

  function statusNow(): RegistrationStatus {
    if (expected && held >= expected.minor && held > 0) return "paid";
    if (held > 0) return "short-paid";
    if (returned > 0) return "refunded";
    // Money in a currency that nobody asked for is not what is due, and not nothing either.
    return charges.length > 0 ? "short-paid" : "unpaid";
  }

  function flagNow(): RegistrationFlag | null {
    if (count("disputed") > count("dispute-won") + count("dispute-lost")) return "disputed";
    if (!charges.every(inCurrency)) return "currency-mismatch";
    if (!expected && held > 0) return "unknown-course";
    if (count("test-charged") > 0 && charges.length === 0) return "test-payment";
    if (expected && held > 0 && held < expected.minor) {
      return returned > 0 && charged >= expected.minor ? "part-refunded" : "amount-mismatch";
    }
    if (held > 0 && count("refund-failed") > count("refunded")) return "refund-failed";
    if (expected && held > expected.minor) return "overpaid";
    if (charges.length > 0 || returned > 0) return null;
    if (count("pending") > count("denied")) return "payment-pending";
    return count("lapsed") > 0 ? "approved-not-charged" : null;
  }
}

function sumOf(events: readonly HistoryEvent[]): number {
  return events.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0);
}
