import type { LocalPayment } from "~/browser/enrolments/local-payments.ts";
import { DAY_MS, dayLabel, lagosDay, localTimeLabel } from "~/domain/dates/day.ts";
import { describeAccess } from "~/domain/enrolment/access.ts";
import {
  chargeLabels,
  describeChargeDue,
  describeChoice,
  paymentChoices,
} from "~/domain/enrolment/charge.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import { awaitsTuition, hasEnded, missingOf, TUITION_TO_COME } from "~/domain/enrolment/enrolment-status.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { labelOf, missingForRegister, registrationFor } from "~/domain/enrolment/registration.ts";
import { describeWithdrawal, withdrawalRule } from "~/domain/enrolment/withdrawal-rule.ts";
import { formatExact, fromMinor, sum } from "~/domain/money/money.ts";
import { refundedOf } from "~/domain/payments/papers.ts";
import { mayPayAgain, type VisibleStatus, visibleStatus } from "~/domain/payments/visible-status.ts";
import { type PayWay, wayToPayAll } from "../enrolment/enrolment-parts.tsx";

export interface OpenedEnrolment {
  readonly access: EnrolmentAccess;
  readonly view: EnrolmentView;
  /** Whether the view was stored at an earlier visit and is shown because there is no network. */
  readonly isCopy: boolean;
}

/** The facts beside the view that decide whether something can be paid. */
export interface Evidence {
  /** The payments of the enrolment that this browser has started. */
  readonly payments: readonly LocalPayment[];
  /** Whether the edge has answered the last request. */
  readonly isAnswered: boolean;
}

export interface MyEnrolmentState {
  /** "undecided" until this browser was searched for a link or key. "closed" shows the form for a link. */
  readonly step: "undecided" | "opening" | "closed" | "open";
  /** The id of the enrolment that is open or being opened; otherwise `null`. */
  readonly id: string | null;
  readonly enrolment: OpenedEnrolment | null;
  readonly evidence: Evidence;
  /** The enrolments to choose from, the most recently seen or paid first. */
  readonly enrolments: readonly LabelledEnrolment[];
  readonly message: string;
  /** The enrolment that could not be opened now but may open later; otherwise `null`. */
  readonly retry: EnrolmentAccess | null;
  readonly paymentMessage: string;
}

/** The state that the build renders. CSS hides the message or the form by what an inline script finds. */
export const UNDECIDED: MyEnrolmentState = {
  step: "undecided",
  id: null,
  enrolment: null,
  evidence: { payments: [], isAnswered: true },
  enrolments: [],
  message: "Opening your enrolment.",
  retry: null,
  paymentMessage: "",
};

/** Returns the state while an enrolment opens. Another enrolment disappears, the form for a link stays. */
export function whileOpening(state: MyEnrolmentState, { id }: EnrolmentAccess): MyEnrolmentState {
  if (state.enrolment?.access.id === id) return state;
  const step = state.step === "closed" ? "closed" : "opening";
  return { ...state, step, id, enrolment: null, message: UNDECIDED.message, paymentMessage: "" };
}

/** Returns the state with the form for a new link, and the reason why nothing is open. */
export function closedWith(message: string, retry: EnrolmentAccess | null = null): MyEnrolmentState {
  return { ...UNDECIDED, step: "closed", message, retry };
}

/** An enrolment that this browser can open, with its stored copy and payments. */
export interface LocalEnrolment {
  readonly access: EnrolmentAccess;
  /** The view that was stored at the last visit. */
  readonly copy: EnrolmentView | null;
  readonly payments: readonly LocalPayment[];
}

export type LabelledEnrolment = EnrolmentAccess & { readonly label: string };

/** Lists the enrolments to choose from. An unpaid one is left out if the same learner paid for its course. */
export function listEnrolments(enrolments: readonly LocalEnrolment[]): LabelledEnrolment[] {
  return enrolments
    .filter((enrolment) => !isSuperseded(enrolment, enrolments))
    .sort((a, b) => Number(isUnpaid(a)) - Number(isUnpaid(b)) || lastTime(b).localeCompare(lastTime(a)))
    .map((enrolment) => ({ ...enrolment.access, label: labelOfEnrolment(enrolment) }));
}

/** Returns the ids of superseded enrolments that were last tried more than a day ago. */
export function expiredEnrolments(enrolments: readonly LocalEnrolment[], now: Date): string[] {
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  return enrolments
    .filter((enrolment) => isSuperseded(enrolment, enrolments) && lastTime(enrolment) < dayAgo)
    .map(({ access }) => access.id);
}

function isSuperseded(enrolment: LocalEnrolment, enrolments: readonly LocalEnrolment[]): boolean {
  const isSame = (other: LocalEnrolment) =>
    courseOf(other)?.id === courseOf(enrolment)?.id && isSameName(other.copy, enrolment.copy);
  return isUnpaid(enrolment) && enrolments.some((other) => !isUnpaid(other) && isSame(other));
}

/** Whether nothing was paid or may be on its way, as far as this browser can tell. */
function isUnpaid({ copy, payments }: LocalEnrolment): boolean {
  const isStarted = copy ? copy.state === "started" && copy.pendingCharges.length === 0 : payments.length > 0;
  return isStarted && !payments.some(({ seen }) => seen === "paid" || seen === "unconfirmed");
}

/** Whether two enrolments may have the same learner. One from a price card has no name and matches any. */
function isSameName(a: EnrolmentView | null, b: EnrolmentView | null): boolean {
  const [nameA, nameB] = [a, b].map((copy) => (copy ? fullName(copy.learner) : ""));
  return !nameA || !nameB || nameA === nameB;
}

function courseOf({ copy, payments }: LocalEnrolment) {
  return copy?.course ?? payments.at(-1)?.course;
}

function lastTime({ copy, payments }: LocalEnrolment): string {
  return [copy?.asOf ?? "", ...payments.map(({ startedAt }) => startedAt)].sort().at(-1) ?? "";
}

function labelOfEnrolment(enrolment: LocalEnrolment): string {
  const { id } = enrolment.access;
  const name = courseOf(enrolment)?.name;
  if (!name) return id;
  return isUnpaid(enrolment) ? `${UNFINISHED}: ${name}` : `${name}, ${id}`;
}

export const UNFINISHED = "You didn't finish paying";

/** Whether the learner left the checkout of a first payment without asking someone else to pay it. */
export function isUnfinished({ state }: EnrolmentView, { payments }: Evidence): boolean {
  return state === "started" && !payments.some(({ isAsked }) => isAsked);
}

/** Returns the status of a payment that keeps the learner from paying again; `null` if there is none. */
export function heldBackBy(
  { receipts, pendingCharges }: EnrolmentView,
  { payments, isAnswered }: Evidence,
  now: Date,
): VisibleStatus | null {
  const isPending = pendingCharges.length > 0;
  const edgeReport = { status: isPending ? "pending" : "unpaid" } as const;
  const reported = isAnswered ? edgeReport : null;
  const statuses = payments
    .filter(({ reference }) => !receipts.some((receipt) => receipt.reference === reference))
    .flatMap(({ seen, startedAt }) => (seen ? [visibleStatus({ seen, startedAt, reported }, now)] : []));
  const held = statuses.find((status) => !mayPayAgain(status));
  return held ?? (isPending ? "confirming" : null);
}

/** The words for a fact that nobody has entered. */
export const UNKNOWN = "Not given yet";

/** Describes an enrolment in words. Values are `null` if they are not to be shown. */
export function describeEnrolment({ view, isCopy }: Omit<OpenedEnrolment, "access">, now: Date) {
  const { learner, charges, currency, credit, firstClass } = view;
  const isOver = hasEnded(view);
  // Refunded money is owed again in an enrolment that goes on, so it does not count as paid.
  const refunded = isOver ? refundedOf(view.receipts, currency) : fromMinor(currency, 0);
  const missing = isCopy || isOver ? [] : missingForRegister(registrationFor(view));
  const payable = payableCharges(view);
  const overdue = payable.filter(({ status }) => status === "overdue");
  const isOverdue = overdue.length > 0 && !isOver;
  // A stored copy may be old, so it is described by the visitor's own day.
  const today = lagosDay(isCopy ? now : new Date(view.asOf));
  return {
    learner: fullName(learner) || UNKNOWN,
    plan: view.plan?.name ?? (awaitsTuition(view) ? "To be announced" : "Paid at once"),
    firstClass: firstClass ? dayLabel(firstClass) : "No date yet",
    savedOn: isCopy ? localTimeLabel(new Date(view.asOf)) : null,
    paid: formatExact(sum(currency, [view.paid, refunded])),
    refunded: refunded.minor > 0 ? formatExact(refunded) : null,
    left: isOver ? null : formatExact(view.left),
    status: describeState(view),
    access: isCopy ? null : describeAccess(view, today),
    overdue: isOverdue ? `${formatExact(sum(currency, overdue.map(missingOf)))} is overdue.` : null,
    credit: credit.minor > 0 ? formatExact(credit) : null,
    missing: missing.map(labelOf).join(", ") || null,
    withdrawal: isOver ? null : describeWithdrawal(withdrawalRule(firstClass, today), dayLabel),
    isPayable: !isCopy && !isOver && paymentChoices(payable).length > 0,
    hasDates: !isOver && charges.some(({ status, due }) => status !== "paid" && due !== null),
    // The edge sends no reminders before the first payment.
    hasReminders: !isCopy && view.state === "active",
  };
}

export type EnrolmentDescription = ReturnType<typeof describeEnrolment>;

export function payableCharges({ charges, pendingCharges }: EnrolmentView) {
  return charges.filter(({ number }) => !pendingCharges.includes(number));
}

function describeState({ state, withdrawnOn, left, charges, pendingCharges }: EnrolmentView): string | null {
  switch (state) {
    case "started":
      // A learner who has just paid must not read that nothing is paid.
      return pendingCharges.length > 0 ? null : "Nothing has been paid yet.";
    case "refunded":
      return "Your payment was refunded. There’s nothing to pay. Want to come back? Ask our team.";
    case "withdrawn":
      return `This enrolment ended${withdrawnOn ? ` on ${dayLabel(withdrawnOn)}` : ""}. You don’t owe anything more.`;
    case "complete":
      return "Everything is paid. Thank you.";
    case "active":
      if (awaitsTuition({ state, charges })) return `${TUITION_TO_COME}.`;
      return left.minor === 0 ? "Everything is paid. Thank you." : null;
  }
}

/**
 * Describes the choices of how much to pay, the smallest first. Options begin with the amount, so that a
 * narrow list does not cut it off.
 */
export function describeChoices(view: EnrolmentView, { isContinued = false } = {}) {
  const { charges, dueTerms } = view;
  const choices = paymentChoices(payableCharges(view));
  return choices.map((choice) => {
    const amount = formatExact(choice.amount);
    const first = charges.find(({ number }) => number === choice.charges[0]);
    return {
      choice,
      option: `${amount}: ${describeChoice(choice, choices)}`,
      next: chargeLabels(choice.charges, charges.length),
      nextDue: first ? describeChargeDue(first, dueTerms) : "",
      pay: isContinued ? `Continue: pay ${amount}` : `Pay ${amount}`,
    };
  });
}

/** Returns the ways to pay: the chosen amount, or everything in the other currency while that is possible. */
export function waysToPay({ currency, otherwise, charges }: EnrolmentView, text: string): PayWay[] {
  if (!otherwise) return [{ currency, text }];
  // An amount alone beside the first of several payments would look like the same payment.
  const hasSeveral = paymentChoices(charges).length > 1;
  return [{ currency, text }, wayToPayAll(otherwise, hasSeveral ? "Pay everything:" : "Pay")];
}
