import { cohortName } from "~/domain/dates/cohort.ts";
import { dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { chargeLabels } from "~/domain/enrolment/charge.ts";
import { isPaidBy, missingOf, unpaidCharges } from "~/domain/enrolment/enrolment-status.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { formatExact, fromMinor, type Money, sum } from "~/domain/money/money.ts";
import { subjectOf } from "~/domain/payments/money-back.ts";
import { newReference } from "~/domain/payments/reference.ts";
import { selectField } from "~/edge/desk/desk-form.tsx";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { joiningPayment } from "~/edge/enrolments/enrolment-payments.ts";
import { recordPayment as recordReports } from "~/edge/payment-lifecycle/record-payment.ts";
import { addingEvents, historyOf } from "~/edge/payments/payment-events.ts";
import { addingPayment } from "~/edge/payments/payment-store.ts";
import { CHANNEL_NAMES, STAFF_CHANNELS, type StaffChannel } from "~/edge/payments/provider.ts";
import { changeEffect, defineAction } from "./action.ts";
import { type MovedMoney, moneyFields, readMoney, staffReport } from "./money-fields.ts";

interface Received extends MovedMoney {
  readonly channel: StaffChannel;
}

/** The action that records a bank transfer or cash, as an event from which balances are derived. */
export const recordPayment = defineAction<Received>({
  name: "record-payment",
  title: "Record a transfer or cash",
  role: "staff",
  intro: ({ status }) =>
    `Left to pay: ${formatExact(status.left)}. Record it only when the academy has the money; the learner gets a receipt.`,
  fields: async ({ status }, { context }) => {
    const [charge] = unpaidCharges(status.charges);
    const labels = {
      amount: `Amount in ${status.left.currency}`,
      day: "Day on which it came",
      proof: "Number at the bank or in the receipt book",
    };
    return [
      selectField("channel", "How it came", [
        ["transfer", "Bank transfer"],
        ["cash", "Cash"],
      ]),
      ...moneyFields(labels, charge ? missingOf(charge) : null, context.now),
    ];
  },
  read: (typed, { currency }, { context }) => {
    const channel = STAFF_CHANNELS.find((candidate) => candidate === typed("channel"));
    const { money, problems } = readMoney(typed, currency, context.now);
    if (!channel) return { problems: { channel: "Choose how the money came.", ...problems } };
    return money ? { input: { ...money, channel } } : { problems };
  },
  confirm: async ({ channel, amount, day, proof }, subject) => {
    const { withdrawnOn } = subject.enrolment;
    const number = proof ? `, number ${proof}` : "";
    return [
      `${formatExact(amount)} by ${CHANNEL_NAMES[channel]} came on ${dayLabel(day)}${number}.`,
      ...describeAllocation(amount, subject),
      ...(withdrawnOn ? [`The learner withdrew on ${dayLabel(withdrawnOn)}: it will be flagged.`] : []),
    ];
  },
  prepare: async (received, subject, { context }, token) => {
    const { db, now } = context;
    const { id, learner, course, plan } = subject.enrolment;
    const { channel, amount, day, proof } = received;
    const pays = chargesFor(amount, subject);
    const purpose = pays.includes(0) ? "registration" : "tuition";
    const reference = newReference(purpose, now);
    const payment = {
      reference,
      provider: channel,
      purpose,
      course,
      plan,
      currency: amount.currency,
      expectedMinor: amount.minor,
      details: {
        learner,
        cohortName: cohortName(context.prices.cohorts, learner.cohort),
        voucher: "",
        parts: null,
        isSponsored: false,
      },
      customer: { email: learner.email, name: fullName(learner), phone: learner.phone },
      startedAt: now.toISOString(),
    } as const;
    const charged = staffReport("charged", { provider: channel, reference, about: token, amount }, day);
    return {
      subject: reference,
      summary: `Recorded ${formatExact(amount)} by ${CHANNEL_NAMES[channel]} of ${dayLabel(day)}`,
      detail: proof,
      statements: [
        addingPayment(db, payment, { now, nextCheckAt: null, isReported: true }),
        joiningPayment(db, { id, reference, pays, isSponsored: false, existingReferences: null }),
        ...addingEvents(db, [charged], now),
      ],
      after: () => recordReports(context, reference),
    };
  },
  undo: async ({ id: actionId, subject: reference }, subject, { context }) => {
    const { db, now } = context;
    const [charged] = (await historyOf(db, reference)).filter(({ kind }) => kind === "charged");
    const payment = subject.payments.find((candidate) => candidate.reference === reference);
    if (!payment || !charged || payment.held.minor !== charged.amountMinor) {
      return { refusal: "Money of this payment was given back since, so it can't be undone." };
    }
    const { provider, held } = payment;
    const report = { provider, reference, about: subjectOf(charged), amount: held };
    const retracted = staffReport("retracted", report, lagosDay(new Date(charged.occurredAt)));
    const paid = `${formatExact(held)} by ${CHANNEL_NAMES[provider]}`;
    const effect = await changeEffect(context, subject.enrolment, `undone-${actionId}`, {
      changes: [{ what: "Payment", before: paid, after: "taken back: it was recorded by mistake" }],
      statements: addingEvents(db, [retracted], now),
    });
    return { ...effect, after: () => recordReports(context, reference).then(effect.after) };
  },
});

/** Says in sentences for staff which charges an amount pays, and what is missing or left afterwards. */
function describeAllocation(amount: Money, subject: DeskEnrolment): string[] {
  const pays = chargesFor(amount, subject);
  if (pays.length === 0) return ["Nothing is left to pay: it will be a credit, and flagged as overpaid."];
  const goesTo = `It goes to: ${chargeLabels(pays, subject.status.charges.length)}.`;
  return [goesTo, describeRemainder(amount, pays, subject)];
}

function describeRemainder(amount: Money, pays: readonly number[], subject: DeskEnrolment): string {
  const missing = shortfall(amount, pays, subject);
  if (missing) {
    return `${formatExact(missing)} is missing, and it counts as paid: ask for the rest, or leave it.`;
  }
  const leftMinor = subject.status.left.minor - amount.minor;
  const difference = formatExact(fromMinor(amount.currency, Math.abs(leftMinor)));
  return leftMinor >= 0
    ? `Left after it: ${difference}.`
    : `That is ${difference} more than is left: the rest will be a credit, and flagged.`;
}

/** Returns the missing amount that is small enough for the last charge to count as paid; `null` if none is. */
function shortfall(amount: Money, pays: readonly number[], { status }: DeskEnrolment): Money | null {
  const charges = status.charges.filter(({ number }) => pays.includes(number));
  const required = sum(amount.currency, charges.map(missingOf));
  const missing = required.minor - amount.minor;
  const last = unpaidCharges(charges).at(-1);
  const isShort = last && missing > 0 && isPaidBy(last.amount, last.amount.minor - missing);
  return isShort ? fromMinor(amount.currency, missing) : null;
}

/** Returns the numbers of the charges that an amount reaches, the oldest due first. */
function chargesFor(amount: Money, { status }: Pick<DeskEnrolment, "status">): number[] {
  let unallocated = amount.minor;
  return unpaidCharges(status.charges).flatMap((charge) => {
    if (unallocated <= 0) return [];
    unallocated -= missingOf(charge).minor;
    return [charge.number];
  });
}
