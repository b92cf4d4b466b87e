import { dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { suggestedRefund, withdrawalRule } from "~/domain/enrolment/withdrawal-rule.ts";
import { formatExact, fromMinor, type Money, toDecimalString } from "~/domain/money/money.ts";
import { moneyMoved, OF_STAFF } from "~/domain/payments/money-back.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { recordPayment } from "~/edge/checkout/record-payment.ts";
import type { Database } from "~/edge/database.ts";
import { type EnrolmentPayment, refundableOf } from "~/edge/enrolments/enrolment-payments.ts";
import { enqueueJob } from "~/edge/jobs/jobs.ts";
import { addingEvents, historyOf } from "~/edge/payments/payment-events.ts";
import { CHANNEL_NAMES, isOfStaff } from "~/edge/payments/provider.ts";
import { addingRequest, isOpen } from "~/edge/payments/refund-requests.ts";
import type { FormField } from "../desk-parts.tsx";
import type { DeskEnrolment } from "../enrolment/desk-enrolment.ts";
import { defineAction, type Reading } from "./action.ts";
import { type MovedMoney, moneyFields, readMoney, staffEvent, typedAmount } from "./money-fields.ts";

interface Refund extends MovedMoney {
  readonly payment: EnrolmentPayment;
  readonly way: Way;
}

type Way = "provider" | "elsewhere";

const WAYS: Readonly<Record<Way, string>> = {
  provider: "At Paystack or PayPal, from the payment itself",
  elsewhere: "By bank transfer or in cash",
};

const LABELS = {
  amount: "Amount that went back",
  day: "Day on which it went back",
  proof: "Number of the refund",
};

/** The payments of which the academy holds more than is on its way back. */
const refundable = (payments: readonly EnrolmentPayment[]) =>
  payments.filter((payment) => refundableOf(payment).minor > 0);

const isUnderWay = ({ refunds }: EnrolmentPayment) => refunds.some(isOpen);

/** The choice of one payment among several. */
function paymentField(
  payments: readonly EnrolmentPayment[],
  { value, about }: { readonly value: string; readonly about: (payment: EnrolmentPayment) => string },
): FormField {
  return {
    name: "reference",
    label: "Payment",
    kind: "select",
    value,
    options: payments.map((payment) => [payment.reference, `${about(payment)}: ${payment.reference}`]),
  };
}

const heldText = (payment: EnrolmentPayment) =>
  `${formatExact(refundableOf(payment))} by ${CHANNEL_NAMES[payment.provider]}`;

/** Why no more can go back, in a sentence. */
function tooMuch(payment: EnrolmentPayment): string {
  const left = formatExact(refundableOf(payment));
  const besides = isUnderWay(payment) ? " beside the refund that is under way" : "";
  return `The academy holds ${left} of this payment${besides}, and not more.`;
}

/**
 * Money that staff gave back. Through the provider: recorded as the total that has gone back there until then, so that the
 * provider's own later report of it, under another number, is not counted in addition. Outside the provider: counted in
 * addition to whatever the provider reports.
 */
export const refund = defineAction<Refund>({
  name: "refund",
  title: "Record a refund",
  role: "owner",
  isOfBooks: true,
  intro: () =>
    "Return the money at the provider or the bank first. This only records it. A refund that a " +
    "provider reported is already in the history.",
  refusal: ({ payments }) =>
    refundable(payments).length === 0 ? "The academy holds no payment of this enrolment." : null,
  fields: async ({ payments }, { context }) => {
    const [first] = refundable(payments);
    return [
      paymentField(refundable(payments), { value: first?.reference ?? "", about: heldText }),
      {
        name: "way",
        label: "How it went back",
        kind: "select",
        value: "",
        hint: "If Paystack or PayPal reports it later, it isn't counted twice.",
        options: [["", "Choose"], ...Object.entries(WAYS)],
      },
      ...moneyFields(LABELS, first ? refundableOf(first) : null, context.now),
    ];
  },
  read: (typed, { payments }, { context }) => {
    const payment = refundable(payments).find(({ reference }) => reference === typed("reference"));
    if (!payment) return { problems: { reference: "Choose a payment that the academy holds." } };
    const { money, problems } = readMoney(typed, payment.held.currency, context.now);
    const way = wayOf(typed("way"), payment);
    if (!way) return { problems: { ...problems, way: "Choose how the money went back." } };
    if (way === "provider" && isUnderWay(payment))
      return { problems: { ...problems, way: COUNTED_BY_ITSELF } };
    if (!money) return { problems };
    return money.amount.minor > refundableOf(payment).minor
      ? { problems: { amount: tooMuch(payment) } }
      : { input: { ...money, payment, way } };
  },
  confirm: async ({ payment, amount, day, proof, way }, _, { context }) => [
    `${formatExact(amount)} of ${payment.reference} went back ${wayText(way, payment)} on ${dayLabel(day)}${
      proof ? `, number ${proof}` : ""
    }.`,
    remainingText(payment, amount),
    ...(way === "provider" ? await reportedBefore(context, payment) : []),
  ],
  prepare: async ({ payment, amount, day, proof, way }, _, { context }, token) => {
    const { db, now } = context;
    const { reference, provider } = payment;
    const kind = way === "provider" ? "returned-in-all" : "refunded-elsewhere";
    const returnedBefore = way === "provider" ? await returnedByProvider(context, payment) : 0;
    const back = staffEvent(
      {
        provider,
        reference,
        eventId: `${kind}:${OF_STAFF}${token}`,
        kind,
        amountMinor: returnedBefore + amount.minor,
        currency: amount.currency,
      },
      day,
    );
    return {
      subject: reference,
      summary: `Recorded a refund of ${formatExact(amount)} on ${dayLabel(day)}`,
      detail: proof,
      statements: addingEvents(db, [back], now),
      after: () => recordPayment(context, reference),
    };
  },
});

const COUNTED_BY_ITSELF =
  "A refund through the provider is under way for this payment. It's counted by itself once it's done.";

/** null where it is not given. What staff took themselves no provider can give back. */
function wayOf(text: string, { provider }: EnrolmentPayment): Way | null {
  if (isOfStaff(provider)) return "elsewhere";
  return text === "provider" || text === "elsewhere" ? text : null;
}

function wayText(way: Way, { provider }: EnrolmentPayment): string {
  return way === "provider" ? `at ${CHANNEL_NAMES[provider]}` : "by bank transfer or in cash";
}

/** PayPal reports a refund within seconds, and then first: the same one recorded after that would be counted twice. */
async function reportedBefore(
  { db }: { db: Database },
  { reference, held: { currency }, provider }: EnrolmentPayment,
): Promise<string[]> {
  const reported = (await historyOf(db, reference)).filter(({ source }) => source !== "desk");
  const { returnedByProvider } = moneyMoved(reported, currency);
  if (returnedByProvider === 0) return [];
  const amount = formatExact(fromMinor(currency, returnedByProvider));
  return [
    `${CHANNEL_NAMES[provider]} has already reported ${amount} of it as refunded, and that is ` +
      "counted. Go on only if this is another refund.",
  ];
}

/** Says what the academy holds of a payment once an amount went back. */
function remainingText({ held }: Pick<EnrolmentPayment, "held">, { currency, minor }: Money): string {
  const rest = formatExact(fromMinor(currency, held.minor - minor));
  const consequence = "What it paid for is owed again, unless the learner has withdrawn.";
  return `The academy then holds ${rest} of this payment. ${consequence}`;
}

/** Returns what is known to have gone back of a payment at its provider. Kobo or cents. */
async function returnedByProvider(
  { db }: { db: Database },
  { reference, held }: EnrolmentPayment,
): Promise<number> {
  return moneyMoved(await historyOf(db, reference), held.currency).returnedByProvider;
}

interface ProviderRefund {
  readonly payment: EnrolmentPayment;
  readonly amount: Money;
}

/** The payments that a provider can give back, one refund at a time. */
export const returnable = (payments: readonly EnrolmentPayment[]) =>
  refundable(payments).filter((payment) => !isOfStaff(payment.provider) && !isUnderWay(payment));

/** Has Paystack or PayPal give money back: a request is stored, by which it is asked once. */
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
    const suggested = chosen && suggestionFor(subject, chosen, context);
    return [
      paymentField(payments, { value: chosen?.reference ?? "", about: heldText }),
      {
        name: "amount",
        label: "Amount",
        kind: "text",
        inputmode: "decimal",
        value: suggested?.amount ? toDecimalString(suggested.amount) : "",
        hint: suggested && `${payments.length > 1 ? `${chosen.reference}: ` : ""}${suggested.sentence}`,
      },
    ];
  },
  read: (typed, { payments }): Reading<ProviderRefund> => {
    const payment = returnable(payments).find(({ reference }) => reference === typed("reference"));
    if (!payment) return { problems: { reference: "Choose a payment that its provider can refund." } };
    const amount = typedAmount(typed("amount"), payment.held.currency);
    if (!amount) return { problems: { amount: "Write an amount above nothing, such as 70000 or 70000.50." } };
    if (amount.minor > refundableOf(payment).minor) return { problems: { amount: tooMuch(payment) } };
    return { input: { payment, amount } };
  },
  confirm: async ({ payment, amount }, subject, { context }) => [
    `${formatExact(amount)} of ${payment.reference} goes back to the payer through ` +
      `${CHANNEL_NAMES[payment.provider]}. This can't be undone.`,
    suggestionFor(subject, payment, context).sentence,
    remainingText(payment, amount),
    "The learner gets an email once the money has gone back.",
  ],
  prepare: async ({ payment: { reference, provider }, amount }, _, { context }, token) => ({
    subject: reference,
    summary: `Asked ${CHANNEL_NAMES[provider]} to refund ${formatExact(amount)}`,
    statements: [addingRequest(context.db, { id: token, reference, amount }, context.now)],
    after: () => enqueueJob(context.jobs, { type: "refunds", reference }),
  }),
});

/** Returns what the Terms give of a payment on the day of the withdrawal, or today. */
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
