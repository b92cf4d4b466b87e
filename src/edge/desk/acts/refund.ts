import { type Day, dayLabel } from "~/domain/dates/day.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import { formatWithCode, fromMinor, type Money, toDecimalString } from "~/domain/money/money.ts";
import type { Database } from "~/edge/database.ts";
import type { EnrolmentPayment } from "~/edge/enrolments/enrolment-store.ts";
import { CHANNEL_NAMES } from "~/edge/enrolments/provider.ts";
import { addingEvents } from "~/edge/payments/payment-events.ts";
import { recordPayment } from "~/edge/payments/record-payment.ts";
import { act } from "./act.ts";
import { noonOf, pastDayProblem, typedAmount } from "./money-fields.ts";

interface Refund {
  readonly payment: EnrolmentPayment;
  readonly amount: Money;
  readonly day: Day;
  readonly proof: string;
}

const refundable = (payments: readonly EnrolmentPayment[]) => payments.filter(({ held }) => held.minor > 0);

/**
 * Money that staff gave back. It is recorded as all that has gone back until then: a provider that tells of the same refund
 * later, under its own number, is not counted beside it.
 */
export const refund = act<Refund>({
  name: "refund",
  title: "Record a refund",
  role: "owner",
  intro: () =>
    "Give the money back at the provider or the bank first: this records it, and moves nothing. What a provider has told of already is in the history, and is not recorded again.",
  refusal: ({ payments }) =>
    refundable(payments).length === 0 ? "The academy holds no payment of this enrolment." : null,
  fields: async ({ payments }, { context }) => {
    const [first] = refundable(payments);
    return [
      {
        name: "reference",
        label: "Payment",
        kind: "select",
        value: first?.reference ?? "",
        options: refundable(payments).map((payment) => [
          payment.reference,
          `${payment.reference}: ${formatWithCode(payment.held)} by ${CHANNEL_NAMES[payment.provider]}`,
        ]),
      },
      {
        name: "amount",
        label: "Amount that went back",
        kind: "text",
        inputmode: "decimal",
        value: first ? toDecimalString(first.held) : "",
      },
      { name: "day", label: "Day on which it went back", kind: "date", value: lagosDay(context.now) },
      { name: "proof", label: "Number of the refund", kind: "text", value: "" },
    ];
  },
  read: (typed, { payments }, { context }) => {
    const payment = refundable(payments).find(({ reference }) => reference === typed("reference"));
    const amount = payment ? typedAmount(typed("amount"), payment.held.currency) : null;
    const dayProblem = pastDayProblem(typed("day"), context.now);
    const isTooMuch = payment && amount && amount.minor > payment.held.minor;
    const problems = {
      ...(payment ? {} : { reference: "Choose a payment that the academy holds." }),
      ...(amount ? {} : { amount: "Write an amount above nothing, such as 70000 or 70000.50." }),
      ...(isTooMuch
        ? { amount: `The academy holds ${formatWithCode(payment.held)} of this payment, and not more.` }
        : {}),
      ...(dayProblem ? { day: dayProblem } : {}),
      ...(typed("proof").length > 100 ? { proof: "Write 100 characters at most." } : {}),
    };
    if (!payment || !amount || Object.keys(problems).length > 0) return { ok: false, problems };
    return { ok: true, input: { payment, amount, day: typed("day"), proof: typed("proof") } };
  },
  confirm: async ({ payment, amount, day, proof }) => [
    `${formatWithCode(amount)} of ${payment.reference} went back on ${dayLabel(day)}${proof ? `, number ${proof}` : ""}.`,
    `The academy then holds ${formatWithCode(fromMinor(amount.currency, payment.held.minor - amount.minor))} of this payment. What it paid for is owed again, unless the learner has withdrawn.`,
  ],
  prepare: async ({ payment, amount, day, proof }, _, { context }, token) => {
    const { db, now } = context;
    const { reference, provider } = payment;
    const inAll = await goneBack(context, payment);
    const back = {
      provider,
      reference,
      eventId: `returned-in-all:desk-${token}`,
      kind: "returned-in-all",
      amountMinor: inAll + amount.minor,
      currency: amount.currency,
      source: "desk",
      occurredAt: noonOf(day),
    } as const;
    return {
      subject: reference,
      summary: `Recorded a refund of ${formatWithCode(amount)} on ${dayLabel(day)}`,
      detail: proof,
      statements: addingEvents(db, [back], now),
      after: async () => {
        await recordPayment(context, reference, { reports: [], enrolment: null });
      },
    };
  },
});

/** What has gone back of a payment by all that is known: what was charged, less what is held. Kobo or cents. */
async function goneBack({ db }: { db: Database }, { reference, held }: EnrolmentPayment): Promise<number> {
  const row = await db
    .prepare(
      "SELECT coalesce(SUM(amount_minor), 0) AS charged FROM payment_events WHERE reference = ? AND kind = 'charged' AND currency = ?",
    )
    .bind(reference, held.currency)
    .first<{ charged: number }>();
  return Math.max(0, (row?.charged ?? 0) - held.minor);
}
