/** What My enrolment says of an enrolment, in words: texts and what is shown, by the names in its markup. */
import { type Day, dayLabel } from "~/domain/dates/day.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import { localTimeLabel } from "~/domain/dates/time-label.ts";
import { chargeLabel, chargeLabels } from "~/domain/enrolment/charge.ts";
import { datedCharges } from "~/domain/enrolment/due-dates-calendar.ts";
import { CHARGE_STATE_WORDS, type ChargeStanding, missingOf } from "~/domain/enrolment/enrolment-standing.ts";
import type { EnrolmentView, ReceiptView } from "~/domain/enrolment/enrolment-view.ts";
import { describeLate, lateConsequence } from "~/domain/enrolment/late-payment.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { describeChoice, paymentChoices } from "~/domain/enrolment/payment-choices.ts";
import { labelOf, missingForRegister, registrationFor } from "~/domain/enrolment/registration.ts";
import { describeWithdrawal, withdrawalRule } from "~/domain/enrolment/withdrawal-rule.ts";
import { formatExact, sum } from "~/domain/money/money.ts";
import { describeDue } from "~/domain/pricing/describe-due.ts";
import type { Shown } from "./fill.ts";

/** How a view came: from the edge now, or from this browser, without a network. */
export interface Circumstances {
  readonly isCopy: boolean;
  /** In Lagos. */
  readonly today: Day;
}

const PROVIDERS = { NGN: "Paystack", USD: "PayPal" } as const;

const UNKNOWN = "Not given yet";

/** The enrolment as a whole. */
export function describeEnrolment(view: EnrolmentView, { isCopy, today }: Circumstances): Shown {
  const { learner, charges, currency, otherwise, credit, firstClass } = view;
  const choices = paymentChoices(charges);
  const isOver = view.state === "withdrawn";
  const isPayable = !isCopy && !isOver && !view.isPending && choices.length > 0;
  const missing = missingForRegister(registrationFor(view));
  const overdue = charges.filter(({ state }) => state === "overdue");
  return {
    texts: {
      course: view.course.name,
      learner: fullName(learner) || UNKNOWN,
      plan: view.plan?.name ?? "Paid at once",
      firstClass: firstClass ? dayLabel(firstClass) : "No date yet",
      id: view.id,
      asOf: localTimeLabel(new Date(view.asOf)),
      paid: formatExact(view.paid),
      left: formatExact(view.left),
      standing: describeState(view),
      overdue: `${formatExact(sum(currency, overdue.map(missingOf)))} is overdue.`,
      credit: formatExact(credit),
      payOtherwise: otherwise
        ? `Pay ${formatExact(otherwise.left)} with ${PROVIDERS[otherwise.currency]}`
        : "",
      provider: `${PROVIDERS[currency]} takes the payment.`,
      missing: missing.map(labelOf).join(", "),
      withdrawal: describeWithdrawal(withdrawalRule(firstClass, today), dayLabel),
    },
    flags: {
      copy: isCopy,
      online: !isCopy,
      pending: view.isPending,
      overdue: overdue.length > 0 && !isOver && !view.isPending,
      credit: credit.minor > 0,
      payable: isPayable,
      choices: choices.length > 1,
      otherwise: otherwise !== null,
      dates: !isOver && datedCharges(charges).length > 0,
      // As at the edge: without a first payment no reminders are sent.
      reminders: !isCopy && view.state === "active",
      missing: missing.length > 0 && !isCopy && !isOver,
      owed: !isOver,
      withdrawable: !isOver,
    },
  };
}

function describeState({ state, withdrawnOn, left, isPending }: EnrolmentView): string {
  switch (state) {
    case "begun":
      // A learner who has just paid must not read that nothing is paid.
      return isPending ? "" : "Nothing has been paid yet.";
    case "refunded":
      return "Your payment was returned.";
    case "withdrawn":
      return `This enrolment ended${withdrawnOn ? ` on ${dayLabel(withdrawnOn)}` : ""}. You don’t owe anything more.`;
    case "complete":
      return "Everything is paid. Thank you.";
    case "active":
      return left.minor === 0 ? "Everything is paid. Thank you." : "";
  }
}

/** What is chosen to be paid now. @param index of the choice */
export function describeChosen({ charges }: EnrolmentView, index: number): Shown["texts"] {
  const choices = paymentChoices(charges);
  const choice = choices[index] ?? choices[0];
  if (!choice) return {};
  const first = charges.find(({ number }) => number === choice.charges[0]);
  return {
    next: chargeLabels(choice.charges, charges.length),
    nextDue: first ? describeDue(first.due, { isOverdue: first.state === "overdue" }) : "",
    pay: `Pay ${formatExact(choice.amount)}`,
  };
}

/** The choices of how much to pay, as a list offers them: a narrow one cuts off their ends, never the amount. */
export function choiceTexts({ charges }: EnrolmentView): string[] {
  const choices = paymentChoices(charges);
  return choices.map((choice) => `${formatExact(choice.amount)}: ${describeChoice(choice, choices)}`);
}

/** What the list and the bar show: of an enrolment that has ended, what was paid. */
export function shownCharges({ state, charges }: EnrolmentView): readonly ChargeStanding[] {
  return state === "withdrawn" ? charges.filter(({ paid }) => paid.minor > 0) : charges;
}

/** One row of the payments. */
export function describeCharge(
  charge: ChargeStanding,
  { latePaymentPolicy, charges, state: standing }: EnrolmentView,
): Shown {
  const { state, amount, paid, due } = charge;
  const late =
    state === "overdue" && due && standing !== "withdrawn"
      ? describeLate(lateConsequence(latePaymentPolicy, due), dayLabel)
      : "";
  const isPart = state !== "paid" && paid.minor > 0;
  const note = [isPart ? `${formatExact(paid)} of it has come.` : "", late].filter(Boolean).join(" ");
  return {
    texts: {
      label: chargeLabel(charge, charges.length),
      amount: formatExact(amount),
      due: state === "paid" ? "" : describeDue(due, { isOverdue: state === "overdue" }),
      state: CHARGE_STATE_WORDS[state],
      note,
    },
    flags: { note: note !== "" },
  };
}

/** One payment's receipt. */
export function describeReceipt(
  receipt: ReceiptView,
  { id, course, learner, charges, left }: EnrolmentView,
): Shown {
  return {
    texts: {
      amount: formatExact(receipt.amount),
      paidOn: dayLabel(lagosDay(new Date(receipt.paidAt))),
      for: chargeLabels(receipt.charges, charges.length),
      course: course.name,
      learner: fullName(learner) || UNKNOWN,
      paidBy: receipt.isSponsored ? "Someone else" : fullName(learner) || UNKNOWN,
      left: formatExact(left),
      provider: receipt.provider,
      reference: receipt.reference,
      id,
    },
    flags: { refunded: receipt.isRefunded },
  };
}
