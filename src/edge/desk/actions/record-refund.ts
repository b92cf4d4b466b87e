import { dayLabel } from "~/domain/dates/day.ts";
import { add, type Currency, formatExact, fromMinor, type Money } from "~/domain/money/money.ts";
import { moneyMoved, STAFF_PREFIX } from "~/domain/payments/money-back.ts";
import type { HistoryEvent } from "~/domain/payments/payment-history.ts";
import type { Database } from "~/edge/database.ts";
import { selectField } from "~/edge/desk/desk-form.tsx";
import { type EnrolmentPayment, refundableOf } from "~/edge/enrolments/enrolment-payments.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import { addingEvents, historyOf } from "~/edge/payments/payment-events.ts";
import { CHANNEL_NAMES, isWithoutProvider } from "~/edge/payments/provider.ts";
import { defineAction } from "./action.ts";
import { type MovedMoney, moneyFields, readMoney, staffReport } from "./money-fields.ts";
import { isUnderWay, paymentField, refundable, remainingText, tooMuch } from "./refund.ts";

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

/**
 * The action that records money which staff gave back. A refund at the provider is recorded as the total that
 * went back there, so that the provider's own later report is not counted again. One outside the provider is
 * counted in addition.
 */
export const recordRefund = defineAction<Refund>({
  name: "refund",
  title: "Record a refund",
  role: "owner",
  isOfBooks: true,
  intro: () =>
    "Give the money back first, at the provider or the bank. This only records it. A refund that a " +
    "provider reported is already in the history.",
  refusal: ({ payments }) =>
    refundable(payments).length === 0 ? "The academy holds no payment of this enrolment." : null,
  fields: async ({ payments }, { context }) => {
    const [first] = refundable(payments);
    return [
      paymentField(refundable(payments), first),
      selectField("way", "How it went back", [["", "Choose"], ...Object.entries(WAYS)], {
        hint: "If Paystack or PayPal reports it later, it isn't counted twice.",
      }),
      ...moneyFields(LABELS, first ? refundableOf(first) : null, context.now),
    ];
  },
  read: (typed, { payments }, { context }) => {
    const payment = refundable(payments).find(({ reference }) => reference === typed("reference"));
    if (!payment) return { problems: { reference: "Choose a payment that the academy holds." } };
    const { money, problems } = readMoney(typed, payment.held.currency, context.now);
    const way = wayOf(typed("way"), payment);
    if (!way) return { problems: { ...problems, way: "Choose how the money went back." } };
    if (way === "provider" && isUnderWay(payment)) return { problems: { ...problems, way: UNDER_WAY } };
    if (!money) return { problems };
    return money.amount.minor > refundableOf(payment).minor
      ? { problems: { amount: tooMuch(payment) } }
      : { input: { ...money, payment, way } };
  },
  confirm: async ({ payment, amount, day, proof, way }, subject, { context }) => {
    const number = proof ? `, number ${proof}` : "";
    return [
      `${formatExact(amount)} of ${payment.reference} went back ${wayText(way, payment)} on ${dayLabel(day)}${number}.`,
      remainingText(payment, amount, subject),
      ...(way === "provider" ? await reportedBefore(payment, context.db) : []),
    ];
  },
  prepare: async ({ payment, amount, day, proof, way }, _, { context }, token) => {
    const { db, now } = context;
    const { reference, provider } = payment;
    const report = { provider, reference, about: `${STAFF_PREFIX}${token}` };
    const returned =
      way === "elsewhere"
        ? staffReport("refunded-elsewhere", { ...report, amount }, day)
        : staffReport(
            "returned-in-all",
            { ...report, amount: await totalAtProvider(payment, amount, db) },
            day,
          );
    return {
      subject: reference,
      summary: `Recorded a refund of ${formatExact(amount)} on ${dayLabel(day)}`,
      detail: proof,
      statements: addingEvents(db, [returned], now),
      after: () => recordPayment(context, reference),
    };
  },
});

const UNDER_WAY =
  "A refund through the provider is under way for this payment. It's counted by itself once it's done.";

/** Returns the way of the refund; `null` if it is missing, or impossible for money that staff took. */
function wayOf(text: string, { provider }: EnrolmentPayment): Way | null {
  if (isWithoutProvider(provider)) return "elsewhere";
  return text === "provider" || text === "elsewhere" ? text : null;
}

function wayText(way: Way, { provider }: EnrolmentPayment): string {
  return way === "provider" ? `at ${CHANNEL_NAMES[provider]}` : "by bank transfer or in cash";
}

/** Says what the provider has reported as refunded already, because recording it again would count it twice. */
async function reportedBefore(payment: EnrolmentPayment, db: Database): Promise<string[]> {
  const { reference, held, provider } = payment;
  const history = await historyOf(db, reference);
  const reported = returnedByProvider(
    history.filter(({ source }) => source !== "desk"),
    held.currency,
  );
  if (reported.minor === 0) return [];
  return [
    `${CHANNEL_NAMES[provider]} has already reported ${formatExact(reported)} of it as refunded, and that is ` +
      "counted. Go on only if this is another refund.",
  ];
}

/** Returns the total amount that has gone back at the provider once an amount is recorded. */
async function totalAtProvider(payment: EnrolmentPayment, amount: Money, db: Database): Promise<Money> {
  const history = await historyOf(db, payment.reference);
  return add(returnedByProvider(history, amount.currency), amount);
}

function returnedByProvider(history: readonly HistoryEvent[], currency: Currency): Money {
  return fromMinor(currency, moneyMoved(history, currency).returnedByProvider);
}
