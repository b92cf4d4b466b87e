/** The payments of an enrolment in words: its charges, their receipts and refunds. */
import { dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { chargeLabel, chargeLabels, describeChargeDue } from "~/domain/enrolment/charge.ts";
import { CHARGE_STATUS_WORDS, type DerivedCharge, hasEnded } from "~/domain/enrolment/enrolment-status.ts";
import type { CreditNoteView, EnrolmentView, ReceiptView } from "~/domain/enrolment/enrolment-view.ts";
import { describeLate, lateConsequence } from "~/domain/enrolment/late-payment.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { type Currency, formatExact, fromMinor } from "~/domain/money/money.ts";
import { barSegments } from "~/domain/pricing/payment-plan.ts";
import { unbroken } from "~/domain/text.ts";
import { UNKNOWN } from "./my-enrolment-state.ts";

/**
 * Returns the charges that the list and the bar show: all, or the paid ones of an enrolment that has ended.
 */
export function shownCharges(view: EnrolmentView): readonly DerivedCharge[] {
  return hasEnded(view) ? view.charges.filter(({ paid }) => paid.minor > 0) : view.charges;
}

/** Returns the segments of the payments' bar, in percent of its width, each filled as far as it is paid. */
export function barOf(view: EnrolmentView) {
  const charges = shownCharges(view);
  const segments = barSegments(charges.map(({ amount }) => amount));
  return segments.map(({ start, width }, index) => {
    const charge = charges[index];
    const isOverdue = charge?.status === "overdue" && view.state !== "withdrawn";
    return {
      number: charge?.number,
      x: `${start}%`,
      width,
      filled: charge ? width * paidShare(charge) : 0,
      backgroundClass: isOverdue ? "is-overdue" : "is-later",
    };
  });
}

/** The paid share of a charge. One of nothing, which a voucher has left, is paid. */
function paidShare({ amount, paid }: DerivedCharge): number {
  return amount.minor > 0 ? paid.minor / amount.minor : 1;
}

export function describeCharge(
  charge: DerivedCharge,
  { latePaymentPolicy, dueTerms, charges, state }: EnrolmentView,
) {
  const { status, amount, paid, due } = charge;
  const isOverdue = status === "overdue";
  const isLate = isOverdue && due !== null && state !== "withdrawn";
  const late = isLate ? lateConsequence(latePaymentPolicy, due) : null;
  const isPart = status !== "paid" && paid.minor > 0;
  return {
    label: chargeLabel(charge, charges.length),
    amount: formatExact(amount),
    due: describeChargeDue(charge, dueTerms),
    status: CHARGE_STATUS_WORDS[status],
    note: [isPart ? `${formatExact(paid)} of it has come.` : "", late ? describeLate(late, dayLabel) : ""]
      .filter(Boolean)
      .join(" "),
  };
}

/** Returns the receipts of a charge, also that of a payment of nothing by a voucher. */
export function receiptsOf(
  { number, references }: DerivedCharge,
  { receipts }: EnrolmentView,
): ReceiptView[] {
  return receipts.filter(
    ({ reference, amount, charges }) =>
      references.includes(reference) || (amount.minor === 0 && charges.includes(number)),
  );
}

/** Returns the voucher with the amount that it takes off the tuition; nothing without a voucher. */
export function voucherFact({ voucher }: EnrolmentView): Record<string, string> {
  return voucher ? { [`Voucher ${voucher.code}`]: `−${formatExact(voucher.off)}` } : {};
}

export function receiptFacts(receipt: ReceiptView, view: EnrolmentView) {
  const { id, course, learner, charges, left } = view;
  const name = fullName(learner) || UNKNOWN;
  return {
    Amount: formatExact(receipt.amount),
    VAT: receipt.vat,
    "Issued on": dayLabel(receipt.issuedOn),
    "Received on": dayLabel(lagosDay(new Date(receipt.paidAt))),
    For: chargeLabels(receipt.charges, charges.length),
    Course: course.name,
    ...voucherFact(view),
    Learner: name,
    "Paid by": receipt.buyer ?? (receipt.isSponsored ? "Someone else" : UNKNOWN),
    "Left to pay": receipt.isRefunded || hasEnded(view) ? "" : formatExact(left),
    "Paid with": receipt.provider,
    Reference: receipt.reference,
    "Enrolment number": id,
    ...Object.fromEntries(
      receipt.creditNotes.map((note, index) => [
        index > 0 ? `Credit note ${index + 1}` : "Credit note",
        describeCreditNote(note, receipt.amount.currency),
      ]),
    ),
  };
}

/** "2026-C00007: N50,000 refunded, Nov 29, 2026" */
function describeCreditNote({ number, issuedOn, minor }: CreditNoteView, currency: Currency): string {
  const amount = formatExact(fromMinor(currency, Math.abs(minor)));
  const words = minor > 0 ? `${amount} refunded` : `${amount} of it came again`;
  return unbroken(`${number}: ${words}, ${dayLabel(issuedOn)}`);
}

/** Returns a line for each refund, done or under way, with the receipt of a fully refunded payment. */
export function describeRefunds({ receipts, refunds = [] }: EnrolmentView) {
  const done = receipts.flatMap((receipt) =>
    receipt.creditNotes.map(({ number, issuedOn, minor }, index) => {
      const amount = formatExact(fromMinor(receipt.amount.currency, Math.abs(minor)));
      const about = `${amount} of ${receipt.reference} on ${dayLabel(issuedOn)}`;
      const text =
        minor > 0
          ? `Refunded: ${about}. The bank that paid may take some days to show it.`
          : `Came again: ${about}.`;
      const isLast = index === receipt.creditNotes.length - 1;
      return { key: number, text, receipt: receipt.isRefunded && isLast ? receipt : null };
    }),
  );
  const onTheirWay = refunds
    .filter(({ doneOn }) => doneOn === null)
    .map(({ amount, reference }) => ({
      key: `${reference} ${amount.minor}`,
      text: `Refund on its way: ${formatExact(amount)} of ${reference}. We’ll email you when it’s done.`,
      receipt: null,
    }));
  return [...done, ...onTheirWay];
}
