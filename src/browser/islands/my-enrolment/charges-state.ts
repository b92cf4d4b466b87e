/** The payments of an enrolment in words: its charges, their receipts and refunds. */
import { dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { chargeLabel, chargeLabels, describeChargeDue } from "~/domain/enrolment/charge.ts";
import { CHARGE_STATUS_WORDS, type DerivedCharge } from "~/domain/enrolment/enrolment-status.ts";
import type {
  CreditNoteView,
  EnrolmentView,
  ReceiptView,
  RefundView,
} from "~/domain/enrolment/enrolment-view.ts";
import { describeLate, lateConsequence } from "~/domain/enrolment/late-payment.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { type Currency, formatExact, fromMinor } from "~/domain/money/money.ts";
import { barSegments } from "~/domain/pricing/payment-plan.ts";
import { UNKNOWN } from "./my-enrolment-state.ts";

/**
 * Returns the charges that the list and the bar show: all, or the paid ones of an enrolment that has ended.
 */
export function shownCharges({ state, charges }: EnrolmentView): readonly DerivedCharge[] {
  return state === "withdrawn" ? charges.filter(({ paid }) => paid.minor > 0) : charges;
}

/** The payments to scale, in percent of the bar; each is filled as far as it is paid. */
export function barOf(view: EnrolmentView) {
  const charges = shownCharges(view);
  const segments = barSegments(charges.map(({ amount }) => amount));
  return segments.map(({ start, width }, index) => {
    const { number, amount, paid, status } = charges[index] ?? {};
    const isOverdue = status === "overdue" && view.state !== "withdrawn";
    return {
      number,
      x: `${start}%`,
      width,
      filled: amount && paid && amount.minor > 0 ? (width * paid.minor) / amount.minor : 0,
      ground: isOverdue ? "is-overdue" : "is-later",
    };
  });
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

/** The voucher with what it takes off the tuition; nothing without one. */
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
    "Paid by": receipt.isSponsored ? "Someone else" : name,
    "Left to pay": formatExact(left),
    "Paid with": receipt.provider,
    Reference: receipt.reference,
    "Enrolment number": id,
    ...Object.fromEntries(receipt.creditNotes.map((note) => creditNoteFact(note, receipt.amount.currency))),
  };
}

function creditNoteFact({ number, issuedOn, minor }: CreditNoteView, currency: Currency) {
  const amount = formatExact(fromMinor(currency, Math.abs(minor)));
  const words = minor > 0 ? `${amount} returned` : `${amount} of it came again`;
  return [`Credit note ${number}`, `${words}, ${dayLabel(issuedOn)}`] as const;
}

export function describeRefund({ amount, reference, doneOn }: RefundView): string {
  const what = `${formatExact(amount)} of ${reference}`;
  return doneOn
    ? `Refunded: ${what} on ${dayLabel(doneOn)}. The bank that paid may take some days to show it.`
    : `Refund on its way: ${what}. We’ll email you when it’s done.`;
}
