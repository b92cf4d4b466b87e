import { dayLabel } from "~/domain/dates/day.ts";
import { formatWithCode, fromMinor } from "~/domain/money/money.ts";
import type { Database } from "~/edge/database.ts";
import type { EnrolmentPayment } from "~/edge/enrolments/enrolment-store.ts";
import { CHANNEL_NAMES } from "~/edge/enrolments/provider.ts";
import { addingEvents } from "~/edge/payments/payment-events.ts";
import { recordPayment } from "~/edge/payments/record-payment.ts";
import { act } from "./act.ts";
import { type MovedMoney, moneyFields, readMoney, staffEvent } from "./money-fields.ts";

interface Refund extends MovedMoney {
  readonly payment: EnrolmentPayment;
}

const LABELS = {
  amount: "Amount that went back",
  day: "Day on which it went back",
  proof: "Number of the refund",
};

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
      ...moneyFields(LABELS, first?.held ?? null, context.now),
    ];
  },
  read: (typed, { payments }, { context }) => {
    const payment = refundable(payments).find(({ reference }) => reference === typed("reference"));
    if (!payment) return { ok: false, problems: { reference: "Choose a payment that the academy holds." } };
    const { money, problems } = readMoney(typed, payment.held.currency, context.now);
    if (!money) return { ok: false, problems };
    return money.amount.minor > payment.held.minor
      ? {
          ok: false,
          problems: {
            amount: `The academy holds ${formatWithCode(payment.held)} of this payment, and not more.`,
          },
        }
      : { ok: true, input: { ...money, payment } };
  },
  confirm: async ({ payment, amount, day, proof }) => [
    `${formatWithCode(amount)} of ${payment.reference} went back on ${dayLabel(day)}${proof ? `, number ${proof}` : ""}.`,
    `The academy then holds ${formatWithCode(fromMinor(amount.currency, payment.held.minor - amount.minor))} of this payment. What it paid for is owed again, unless the learner has withdrawn.`,
  ],
  prepare: async ({ payment, amount, day, proof }, _, { context }, token) => {
    const { db, now } = context;
    const { reference, provider } = payment;
    const inAll = await goneBack(context, payment);
    const back = staffEvent(
      {
        provider,
        reference,
        eventId: `returned-in-all:desk-${token}`,
        kind: "returned-in-all",
        amountMinor: inAll + amount.minor,
        currency: amount.currency,
      },
      day,
    );
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
