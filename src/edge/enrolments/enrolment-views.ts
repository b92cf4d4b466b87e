import { cohortName } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { agreementChoices } from "~/domain/enrolment/changed-agreement.ts";
import {
  type EnrolmentStatus,
  enrolmentStatus,
  hasEnded,
  hasPaidCharge,
  missingOf,
  unpaidCharges,
} from "~/domain/enrolment/enrolment-status.ts";
import type { EnrolmentView, PayerView, ReceiptView, RefundView } from "~/domain/enrolment/enrolment-view.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import { paysNairaOnly } from "~/domain/location/location.ts";
import { type Currency, sum } from "~/domain/money/money.ts";
import { buyerOf, receiptIn } from "~/domain/payments/papers.ts";
import { isHeldBack } from "~/edge/payments/check-schedule.ts";
import { CHANNEL_NAMES } from "~/edge/payments/provider.ts";
import type { RefundRequest } from "~/edge/payments/refund-requests.ts";
import type { StoredKey } from "./enrolment-keys.ts";
import type { EnrolmentPayment } from "./enrolment-payments.ts";
import type { EnrolmentRecord } from "./enrolment-record.ts";

export function statusIn(
  enrolment: EnrolmentRecord,
  payments: readonly EnrolmentPayment[],
  currency: Currency,
  now: Date,
): EnrolmentStatus {
  const { charges, withdrawnOn, chargeAtWithdrawal, voucher, accessEndedAt } = enrolment;
  const isTuitionLowered = (voucher?.off[currency].minor ?? 0) > 0;
  const isAccessEnded = accessEndedAt !== null;
  const facts = { currency, charges: charges[currency], withdrawnOn, chargeAtWithdrawal };
  return enrolmentStatus({ ...facts, isTuitionLowered, isAccessEnded }, payments, lagosDay(now));
}

/**
 * Returns the currency to which an enrolment is fixed: the stored one while the academy holds any of its money,
 * otherwise the first in which a charge is paid in full. `null` if it is not fixed.
 */
export function currencyOf(
  { currency, charges }: Pick<EnrolmentRecord, "currency" | "charges">,
  payments: readonly EnrolmentPayment[],
): Currency | null {
  if (currency && payments.some(({ held }) => held.minor > 0)) return currency;
  return currenciesPaid(payments).find((paid) => hasPaidCharge(charges[paid], payments, paid)) ?? null;
}

/** Returns the currencies in which money came, that of the first payment first. Refunded money counts too. */
export function currenciesPaid(payments: readonly EnrolmentPayment[]): Currency[] {
  // References sort registrations (REG-) before tuition (TUI-), and each by its day.
  return payments
    .filter(wasMade)
    .toSorted((a, b) => (a.reference < b.reference ? -1 : 1))
    .map(({ held }) => held.currency);
}

/** Whether a payment was made. Refunded ones count, and payments of zero with a voucher. */
function wasMade({ held, status }: EnrolmentPayment): boolean {
  return held.minor > 0 || status === "refunded" || status === "paid";
}

/** Returns the currency in which an enrolment is shown: the fixed one, else that of the latest payment. */
export function shownCurrency(enrolment: EnrolmentRecord, payments: readonly EnrolmentPayment[]): Currency {
  return currencyOf(enrolment, payments) ?? payments.at(-1)?.held.currency ?? "NGN";
}

/** Whether a learner can pay in naira only, because of their country. */
export function isNairaOnly(
  enrolment: EnrolmentRecord,
  payments: readonly EnrolmentPayment[],
  prices: PriceList,
): boolean {
  return currencyOf(enrolment, payments) === null && paysNairaOnly(enrolment.learner.country, prices);
}

/** Returns the numbers of the charges whose payments the provider holds back. Another payment could pay twice. */
export function pendingCharges(payments: readonly EnrolmentPayment[], now: Date): number[] {
  const heldBack = payments.filter((payment) => payment.status === "unpaid" && isHeldBack(payment, now));
  return heldBack.flatMap(({ charges }) => charges);
}

interface LearnerFacts extends Pick<EnrolmentView, "requests"> {
  readonly enrolment: EnrolmentRecord;
  readonly payments: readonly EnrolmentPayment[];
}

export function viewOf(
  { enrolment, payments, requests }: LearnerFacts,
  { prices, now }: { readonly prices: PriceList; readonly now: Date },
): EnrolmentView {
  const { id, course, plan, firstClass, learner, newEmail, withdrawnOn, hasStoppedReminders } = enrolment;
  const isInNaira = isNairaOnly(enrolment, payments, prices);
  const currency = isInNaira ? "NGN" : shownCurrency(enrolment, payments);
  const { state, charges, paid, left, credit, isAccessEnded } = statusIn(enrolment, payments, currency, now);
  return {
    kind: "learner",
    id,
    course,
    plan,
    latePaymentPolicy: enrolment.terms.latePaymentPolicy,
    dueTerms: enrolment.terms.due[currency],
    cohortName: cohortName(prices.cohorts, learner.cohort),
    firstClass,
    learner,
    newEmail,
    state,
    withdrawnOn,
    isAccessEnded,
    currency,
    charges,
    paid,
    left,
    credit,
    voucher: voucherIn(currency, enrolment),
    otherwise: isInNaira ? null : inOtherCurrency(enrolment, payments, currency),
    planChoices: planChoices(enrolment, charges, prices),
    receipts: payments.filter(wasMade).map((payment) => receiptView(learner, payment)),
    refunds: payments.flatMap(({ refunds }) =>
      refunds.filter(({ state }) => state !== "failed").map(refundView),
    ),
    pendingCharges: pendingCharges(payments, now),
    hasStoppedReminders,
    requests: requests.filter(({ charge }) => charge === null || isUnpaid(charges, charge)),
    asOf: now.toISOString(),
  };
}

function voucherIn(currency: Currency, { voucher }: EnrolmentRecord): EnrolmentView["voucher"] {
  const off = voucher?.off[currency];
  return voucher && off && off.minor > 0 ? { code: voucher.code, off } : null;
}

function refundView({ reference, amount, state, doneAt }: RefundRequest): RefundView {
  return { reference, amount, doneOn: state === "done" && doneAt ? lagosDay(new Date(doneAt)) : null };
}

function receiptView(learner: Learner, payment: EnrolmentPayment): ReceiptView {
  const { reference, held, isRefunded, charges, paidAt, createdAt, provider, isSponsored } = payment;
  const receipt = receiptIn(payment.papers, held.currency);
  return {
    ...receipt,
    issuedOn: receipt.issuedOn ?? lagosDay(new Date(createdAt)),
    reference,
    isRefunded,
    charges,
    paidAt: paidAt ?? createdAt,
    provider: CHANNEL_NAMES[provider] as ReceiptView["provider"],
    isSponsored,
    buyer: buyerOf(learner, payment),
  };
}

function isUnpaid(charges: EnrolmentStatus["charges"], number: number): boolean {
  return charges.some((charge) => charge.number === number && charge.status !== "paid");
}

/** Returns the plans on offer that a learner may choose; empty once some tuition is paid. */
export function planChoices(
  { course, terms, withdrawnOn }: EnrolmentRecord,
  charges: EnrolmentStatus["charges"],
  { registrationCourses }: PriceList,
): EnrolmentView["planChoices"] {
  const isTuitionPaid = charges.some(({ number, paid }) => number > 0 && paid.minor > 0);
  const [first] = charges;
  if (!terms.isPlanOpen || isTuitionPaid || withdrawnOn || !first) return [];
  const offered = registrationCourses.filter(({ id }) => id === course.id);
  const choices = agreementChoices(offered, first.amount.currency);
  return choices.length > 1 ? choices.map(({ planId, name, payments }) => ({ planId, name, payments })) : [];
}

export function payerViewOf(
  enrolment: EnrolmentRecord,
  payments: readonly EnrolmentPayment[],
  { charges: requestedCharges }: StoredKey,
  { now }: { readonly now: Date },
): PayerView {
  const currency = shownCurrency(enrolment, payments);
  const status = statusIn(enrolment, payments, currency, now);
  const requested = unpaidCharges(status.charges).filter(({ number }) => requestedCharges.includes(number));
  const pending = pendingCharges(payments, now);
  const payable = requested.filter(({ number }) => !pending.includes(number));
  // If all requested charges are held back, they are shown as pending. Otherwise only those that can be paid are shown.
  const isPending = requested.length > 0 && payable.length === 0;
  const charges = isPending ? requested : payable;
  return {
    kind: "payer",
    id: enrolment.id,
    firstName: enrolment.learner.firstName.trim(),
    course: enrolment.course,
    plan: enrolment.plan,
    dueTerms: enrolment.terms.due[currency],
    currency,
    charges: charges.map(({ number, amount, due, status, paid }) => ({ number, amount, due, status, paid })),
    chargeCount: status.charges.length,
    left: sum(currency, charges.map(missingOf)),
    voucherOff: enrolment.voucher?.off ?? null,
    otherwise: inOtherCurrency(enrolment, payments, currency, requestedCharges),
    isPending,
    // An enrolment that was refunded in full is not to be paid again.
    isWithdrawn: hasEnded(status),
  };
}

/** Returns what is to be paid in the other currency; `null` if the enrolment cannot be paid in it. */
function inOtherCurrency(
  enrolment: EnrolmentRecord,
  payments: readonly EnrolmentPayment[],
  visibleCurrency: Currency,
  requestedCharges?: readonly number[],
): EnrolmentView["otherwise"] {
  if (currencyOf(enrolment, payments)) return null;
  const otherCurrency = visibleCurrency === "NGN" ? "USD" : "NGN";
  const charges = enrolment.charges[otherCurrency].filter(
    ({ number }) => requestedCharges?.includes(number) ?? true,
  );
  const amounts = charges.map(({ amount }) => amount);
  return charges.length === 0 ? null : { currency: otherCurrency, left: sum(otherCurrency, amounts) };
}
