/**
 * The status of a registration's payment, derived from all its events.
 *
 * Providers repeat events, send them late and in any order: a refund may arrive before its charge. So the
 * status is not updated event by event; the whole history is read each time, and its order does not matter.
 */

import { type EnrolmentFlag, isPaidBy } from "~/domain/enrolment/enrolment-status.ts";
import { type Currency, fromMinor } from "~/domain/money/money.ts";
import {
  amountsOf,
  cameBackIn,
  failedRefundsIn,
  hasOpenDispute,
  moneyMoved,
  unmatched,
  without,
  withoutRetracted,
} from "./money-back.ts";

/** Only a payment of what the course record asks, or of slightly less, is called paid. */
export type PaymentStatus = "unpaid" | "paid" | "short-paid" | "refunded";

/** Why staff must look at a payment, in their words. */
const PAYMENT_FLAG_WORDS = {
  disputed: "Disputed by the payer’s bank",
  "not-at-provider": "Not found at the provider",
  "currency-mismatch": "Paid in another currency",
  "unknown-course": "Course not known",
  "test-payment": "Test payment, no money moved",
  "refund-failed": "Refund failed",
  "refund-needs-attention": "Refund needs bank details",
  /** More went back than was charged. */
  "returned-twice": "Given back twice",
  "amount-mismatch": "Paid less than asked",
  /** Slightly less came than the price, and it counts as the whole price. */
  "slightly-short": "Slightly less than asked",
  "part-refunded": "Refunded in part",
  overpaid: "Overpaid",
  /** The same learner had paid for the same before, under another reference. */
  duplicate: "Enrolled or paid twice",
  "payment-pending": "Held back by the provider",
  /** The payer agreed, was not notified of a failure, and then the payment was refused. */
  "payment-denied": "Refused after approval",
  "approved-not-charged": "Approved, never charged",
} as const;

/** The most urgent reason why staff must look at a payment. */
export type PaymentFlag = keyof typeof PAYMENT_FLAG_WORDS;

const ENROLMENT_FLAG_WORDS: Readonly<Record<EnrolmentFlag, string>> = {
  overpaid: "Overpaid",
  "other-currency": "Paid in another currency",
  "paid-after-withdrawal": "Paid after withdrawing",
  duplicate: "Enrolled or paid twice",
  overbooked: "Paid for a full cohort",
  "voucher-overused": "Voucher used too often",
};

/** Returns a flag in words. A flag of an earlier build, which only the database has, is returned as it is. */
export function flagWords(flag: string): string {
  const words: Readonly<Record<string, string>> = { ...ENROLMENT_FLAG_WORDS, ...PAYMENT_FLAG_WORDS };
  return words[flag] ?? flag;
}

/** A registration's status, and what follows from it. */
export interface DerivedStatus {
  readonly status: PaymentStatus;
  readonly flag: PaymentFlag | null;
  /** The amount that the academy holds, in the smallest unit of the expected currency; never negative. */
  readonly paidMinor: number;
}

/** Returns a status and its flag, as staff read them: "paid", "short-paid, amount-mismatch". */
export function statusText({ status, flag }: { status: string; flag: string | null }): string {
  return flag ? `${status}, ${flag}` : status;
}

/** The amount with which a payment is compared. */
export interface ExpectedAmount {
  readonly currency: Currency;
  /** The price in the course record, kobo or cents; null when it is not known what was bought. */
  readonly expectedMinor: number | null;
}

/** Returns the status of a registration after all events of its payment, in any order. */
export function deriveStatus(
  { currency, expectedMinor }: ExpectedAmount,
  recorded: readonly HistoryEvent[],
): DerivedStatus {
  const history = withoutRetracted(recorded);
  const charges = history.filter(({ kind }) => kind === "charged");
  const inCurrency = (event: HistoryEvent) => event.currency === currency;
  const { charged, returned, returnedTwice, held } = moneyMoved(history, currency);
  const isSlightlyShort =
    expectedMinor !== null &&
    returned === 0 &&
    held > 0 &&
    held < expectedMinor &&
    isPaidBy(fromMinor(currency, expectedMinor), held);
  /** A voucher left nothing to pay. */
  const isFree = expectedMinor === 0 && charges.length > 0;
  const of = (kind: HistoryKind) => history.filter((event) => event.kind === kind);

  return { status: statusNow(), flag: flagNow(), paidMinor: held };

  function statusNow(): PaymentStatus {
    if (isSlightlyShort) return "paid";
    if (expectedMinor !== null && held >= expectedMinor && (held > 0 || isFree)) return "paid";
    if (held > 0) return "short-paid";
    if (returned > 0) return "refunded";
    // Money in another currency than was asked for is not what is due, and not nothing either.
    return charges.length > 0 ? "short-paid" : "unpaid";
  }

  function flagNow(): PaymentFlag | null {
    if (hasOpenDispute(history)) return "disputed";
    if (without(of("not-at-provider"), of("at-provider")).length > 0) return "not-at-provider";
    if (!charges.every(inCurrency)) return "currency-mismatch";
    if (expectedMinor === null && held > 0) return "unknown-course";
    if (of("test-charged").length > 0 && charges.length === 0) return "test-payment";
    const refundFlag = held > 0 ? unfinishedRefund() : null;
    if (refundFlag) return refundFlag;
    if (returnedTwice > 0) return "returned-twice";
    if (isSlightlyShort) return "slightly-short";
    if (expectedMinor !== null && held > 0 && held < expectedMinor) {
      return returned > 0 && charged >= expectedMinor ? "part-refunded" : "amount-mismatch";
    }
    if (expectedMinor !== null && held > expectedMinor) return "overpaid";
    if (charges.length > 0 || returned > 0) return null;
    // Whether or not the provider refuses it later, staff have given it up.
    const expected = without(of("pending"), of("given-up"));
    if (without(heldBackIn(history), of("given-up")).length > 0) return "payment-pending";
    if (expected.length > 0 || without(of("denied"), of("declined")).length > 0) return "payment-denied";
    return of("lapsed").length > 0 ? "approved-not-charged" : null;
  }

  /** Returns the flag for a refund that has not reached the payer. One without a number is found by its amount. */
  function unfinishedRefund(): PaymentFlag | null {
    const done = of("refunded");
    const failed = failedRefundsIn(history);
    const cameBack = cameBackIn(history);
    const waiting = without(of("refund-needs-attention"), failed);
    const otherAmounts = unmatched(amountsOf(without(done, [...failed, ...waiting])), amountsOf(cameBack));
    const isLeft = (reported: readonly HistoryEvent[]) =>
      unmatched(amountsOf(without(reported, done)), otherAmounts).length > 0;
    if (isLeft([...failed, ...cameBack])) return "refund-failed";
    return isLeft(waiting) ? "refund-needs-attention" : null;
  }
}

/**
 * Returns the reports of charges that the provider holds back and has not refused since, even if staff no
 * longer wait.
 */
export function heldBackIn<Event extends HistoryEvent>(history: readonly Event[]): readonly Event[] {
  const of = (...kinds: HistoryKind[]) => history.filter(({ kind }) => kinds.includes(kind));
  return without(of("pending"), of("denied", "declined"));
}

/** The kinds of events about a payment. Each event is recorded once, however often it arrives. */
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
  /** Staff had recorded a transfer or cash by mistake: it never came. */
  | "retracted"
  /** A charge on the provider's test account, received by the live one. */
  | "test-charged"
  /** The provider holds the charge back. */
  | "pending"
  /** Staff no longer wait for a charge that the provider holds back. */
  | "given-up"
  /** The bank or the provider refused, in the answer to our capture request. */
  | "declined"
  /** The provider refused, in a later report: a webhook, or a lookup of the order. */
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
  /** A later list has it so. */
  | "at-provider"
  /** The total that has gone back, by the provider's own list. Its refunds may have other ids than its events. */
  | "returned-in-all"
  /** The total that a bank or the provider took and gave back to the academy, by the provider's own list. */
  | "reinstated";

export interface HistoryEvent {
  readonly kind: HistoryKind;
  /**
   * The kind and the provider's id of the charge, refund or dispute: "charged:4099260516". Repeated reports
   * of an event have the same id, whichever source they come from.
   */
  readonly eventId: string;
  /** Kobo or cents, hundredths of any other currency; null where the event names no amount. */
  readonly amountMinor: number | null;
  /** ISO 4217; null where the event names none. */
  readonly currency: string | null;
  /** ISO 8601, UTC: when it happened, by the provider's record. */
  readonly occurredAt: string;
}
