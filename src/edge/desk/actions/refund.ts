import { dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { suggestedRefund, withdrawalRule } from "~/domain/enrolment/withdrawal-rule.ts";
import { formatExact, fromMinor, type Money, toDecimalString } from "~/domain/money/money.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type EnrolmentPayment, refundableOf } from "~/edge/enrolments/enrolment-payments.ts";
import { enqueueJob } from "~/edge/jobs/jobs.ts";
import { CHANNEL_NAMES, isWithoutProvider } from "~/edge/payments/provider.ts";
import { addingRequest, isOpen } from "~/edge/payments/refund-requests.ts";
import { type FormField, selectField } from "../desk-form.tsx";
import type { DeskEnrolment } from "../enrolment/desk-enrolment.ts";
import { defineAction, type Reading } from "./action.ts";
import { amountField, NO_AMOUNT, typedAmount } from "./money-fields.ts";

/** Returns the payments of which the academy holds more than is on its way back. */
export const refundable = (payments: readonly EnrolmentPayment[]) =>
  payments.filter((payment) => refundableOf(payment).minor > 0);

export const isUnderWay = ({ refunds }: EnrolmentPayment) => refunds.some(isOpen);

/** Returns the field that chooses one of several payments. */
export function paymentField(
  payments: readonly EnrolmentPayment[],
  chosen: EnrolmentPayment | undefined,
): FormField {
  const options = payments.map((payment) => {
    const { reference, provider } = payment;
    return [
      reference,
      `${formatExact(refundableOf(payment))} by ${CHANNEL_NAMES[provider]}: ${reference}`,
    ] as const;
  });
  return selectField("reference", "Payment", options, { value: chosen?.reference ?? "" });
}

/** Says that an amount is more than the academy holds of a payment. */
export function tooMuch(payment: EnrolmentPayment): string {
  const left = formatExact(refundableOf(payment));
  const besides = isUnderWay(payment) ? " beside the refund that is under way" : "";
  return `The academy holds ${left} of this payment${besides}, and not more.`;
}

/** Says what the academy holds of a payment after a refund. */
export function remainingText(
  payment: EnrolmentPayment,
  { currency, minor }: Money,
  { enrolment, payments }: DeskEnrolment,
): string {
  const remaining = formatExact(fromMinor(currency, payment.held.minor - minor));
  const holds = `The academy then holds ${remaining} of this payment.`;
  if (enrolment.withdrawnOn) return `${holds} The learner has withdrawn, so nothing more is owed.`;
  const totalHeld = payments.reduce((total, { held }) => total + held.minor, 0);
  return totalHeld === minor
    ? `${holds} It is all that they paid: the enrolment ends as refunded, and nothing more is owed.`
    : `${holds} What it paid for is owed again.`;
}

interface ProviderRefund {
  readonly payment: EnrolmentPayment;
  readonly amount: Money;
}

/** Returns the payments that a provider can refund, one refund at a time. */
export const returnable = (payments: readonly EnrolmentPayment[]) =>
  refundable(payments).filter((payment) => !isWithoutProvider(payment.provider) && !isUnderWay(payment));

/** The action that refunds through a provider. It stores a request, by which the provider is asked once. */
export const refundThroughProvider = defineAction<ProviderRefund>({
  name: "refund-through-provider",
  title: "Refund through the provider",
  role: "owner",
  isOfBooks: true,
  refusal: ({ payments }) =>
    returnable(payments).length === 0
      ? "No payment of this enrolment can be refunded by its provider now: none is held, or a refund is under way."
      : null,
  fields: async (subject, { context, url }) => {
    const payments = returnable(subject.payments);
    const chosen =
      payments.find(({ reference }) => reference === url.searchParams.get("payment")) ?? payments[0];
    const suggestion = chosen && suggestionFor(subject, chosen, context);
    return [
      paymentField(payments, chosen),
      amountField("Amount", {
        value: suggestion?.amount ? toDecimalString(suggestion.amount) : "",
        hint: suggestion && `${payments.length > 1 ? `${chosen.reference}: ` : ""}${suggestion.sentence}`,
      }),
    ];
  },
  read: (typed, { payments }): Reading<ProviderRefund> => {
    const payment = returnable(payments).find(({ reference }) => reference === typed("reference"));
    if (!payment) return { problems: { reference: "Choose a payment that its provider can refund." } };
    const amount = typedAmount(typed("amount"), payment.held.currency);
    if (!amount) return { problems: { amount: NO_AMOUNT } };
    if (amount.minor > refundableOf(payment).minor) return { problems: { amount: tooMuch(payment) } };
    return { input: { payment, amount } };
  },
  confirm: async ({ payment, amount }, subject, { context }) => [
    `${formatExact(amount)} of ${payment.reference} goes back to the payer through ` +
      `${CHANNEL_NAMES[payment.provider]}. This can't be undone.`,
    suggestionFor(subject, payment, context).sentence,
    remainingText(payment, amount, subject),
    "The learner gets an email once the money has gone back.",
  ],
  prepare: async ({ payment: { reference, provider }, amount }, _, { context }, token) => ({
    subject: reference,
    summary: `Asked ${CHANNEL_NAMES[provider]} to refund ${formatExact(amount)}`,
    statements: [addingRequest(context.db, { id: token, reference, amount }, context.now)],
    after: () => enqueueJob(context.jobs, { type: "refunds", reference }),
  }),
});

/** Returns the amount that the Terms give back on the day of the withdrawal, or today. */
function suggestionFor(
  { enrolment }: DeskEnrolment,
  payment: EnrolmentPayment,
  { prices, now }: Pick<AppContext, "prices" | "now">,
): { readonly amount: Money | null; readonly sentence: string } {
  const day = enrolment.withdrawnOn ?? lagosDay(now);
  const { currency } = payment.held;
  const fee = enrolment.charges[currency].find(({ number }) => number === 0);
  const { amount, words } = suggestedRefund(withdrawalRule(enrolment.firstClass, day), {
    held: refundableOf(payment),
    feeMinor: payment.charges.includes(0) && fee ? fee.amount.minor : 0,
    refundFee: prices.refundFee[currency],
  });
  return { amount, sentence: `The Terms on ${dayLabel(day)} ${words}.` };
}
