import type { LatePaymentPolicy } from "~/domain/enrolment/late-payment.ts";
import {
  type Currency,
  type DualPrice,
  formatExact,
  formatFull,
  type Money,
  sum,
} from "~/domain/money/money.ts";
import { counted } from "~/domain/words/counted.ts";

/** A course, a plan or a cohort: referred to by its id, called by its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** How long after the first class a payment is due, at the latest. */
export interface DueTerm {
  readonly count: number;
  readonly unit: "week" | "month";
}

/** One way to pay a course's tuition in one currency: a first payment and what follows it. */
export interface PaymentSchedule {
  /** Due at once; this is what Pay Now charges. */
  readonly now: Money;
  /** The share the academy names for the first payment, in percent. */
  readonly nowPercent: number;
  /** What that share is of, where the academy's words name it: "50% of N90,000". */
  readonly percentOf: Money | null;
  /** The payments that follow, in order; empty when the first is all. */
  readonly later: readonly Money[];
  /** One for each later payment; null where staff agree the day with the learner. */
  readonly due: readonly DueTerm[] | null;
  /** When the rest is due, in the academy's words; null when the first payment is all. */
  readonly terms: string | null;
}

/** One price card: Five Installments, Full Tuition, Two Installments. */
export interface PaymentPlan extends Named {
  /** The card the academy recommends. */
  readonly isHighlighted: boolean;
  readonly latePaymentPolicy: LatePaymentPolicy | null;
  readonly schedules: Record<Currency, PaymentSchedule>;
}

/** A plan and its course. */
export interface CoursePlan {
  readonly course: Named;
  readonly plan: PaymentPlan;
}

/** Whether a plan is paid in several payments, in each currency. */
export function hasSeveralPayments({ schedules }: PaymentPlan): boolean {
  return Object.values(schedules).every(({ later }) => later.length > 0);
}

/** The sum of all payments. */
export function totalOf(schedule: PaymentSchedule): Money {
  return sum(schedule.now.currency, [schedule.now, ...schedule.later]);
}

/** A plan's total in each currency. */
export function planTotals({ schedules }: PaymentPlan): DualPrice {
  return { NGN: totalOf(schedules.NGN), USD: totalOf(schedules.USD) };
}

/** Whether a plan costs less than every other plan of its course. Full tuition does in naira, not always in dollars. */
export function isCheapest(plan: PaymentPlan, plans: readonly PaymentPlan[], currency: Currency): boolean {
  const total = totalOf(plan.schedules[currency]).minor;
  return plans.every((other) => other.id === plan.id || total < totalOf(other.schedules[currency]).minor);
}

/**
 * The line under a card's amount, in the academy's words: "40% down, 194,000 NGN, then 70,000 NGN monthly for the first 5
 * months".
 */
export function describeSchedule(schedule: PaymentSchedule): string {
  const { now, nowPercent, percentOf, later, terms } = schedule;
  if (later.length === 0) return `${nowPercent}% upfront`;
  const share = percentOf
    ? `${nowPercent}% of ${formatFull(percentOf)} down`
    : `${nowPercent}% ${now.currency === "NGN" ? "down" : "upfront"}`;
  const first = later[0];
  const isMonthly = later.length > 1 && first && later.every((payment) => payment.minor === first.minor);
  if (isMonthly) {
    return `${share}, ${inWords(now)}, then ${inWords(first)} monthly ${terms}`;
  }
  return `${share}, ${terms}`;
}

/** "70,000 NGN" */
function inWords(money: Money): string {
  return `${formatFull(money).replace(/^[N$]/, "")} ${money.currency}`;
}

/** What our own sums add to the academy's words: "First payment N194,000, then 5 more of N70,000: N544,000 in all." */
export function describeSums(schedule: PaymentSchedule): string {
  const { now, later } = schedule;
  const total = `${formatFull(totalOf(schedule))} in all.`;
  const [first, ...others] = later;
  if (!first) return total;
  const isEven = others.every(({ minor }) => minor === first.minor);
  const rest = isEven
    ? `${later.length} more of ${formatFull(first)}`
    : `${later.length} more, ${inOneSentence(later.map(formatFull))}`;
  return `First payment ${formatFull(now)}, then ${rest}: ${total}`;
}

/**
 * What a share is of where the words alone do not say so: "40% is counted from N485,000, the price for paying once.", "50% is
 * counted from these N180,000: N90,000 is the first payment itself."
 * @param atOnce the price for paying once, where there is one
 * @returns null where the share is of what the words name or, where they name nothing, of the total
 */
export function explainShare(schedule: PaymentSchedule, atOnce: Money | null): string | null {
  const { now, nowPercent, percentOf, later } = schedule;
  const total = totalOf(schedule);
  const isOfTotal = percentage(now, total) === nowPercent;
  if (percentOf && isOfTotal && percentage(now, percentOf) !== nowPercent) {
    return `${nowPercent}% is counted from these ${formatFull(total)}: ${formatFull(now)} is the first payment itself.`;
  }
  if (percentOf || later.length === 0 || !atOnce) return null;
  if (isOfTotal || percentage(now, atOnce) !== nowPercent) return null;
  return `${nowPercent}% is counted from ${formatFull(atOnce)}, the price for paying once.`;
}

/** The note where a plan has fewer payments in dollars than its name says for naira: "In dollars it is paid in 2 payments." */
export function explainCount({ schedules }: PaymentPlan, currency: Currency): string | null {
  const { NGN, USD } = schedules;
  if (currency === "NGN" || NGN.later.length === USD.later.length) return null;
  return `In dollars it is paid in ${counted(1 + USD.later.length, "payment")}.`;
}

/** Whole percent, as the cards say it. */
export function percentage(part: Money, whole: Money): number {
  return Math.round((part.minor / whole.minor) * 100);
}

/** Every payment as it is charged: "N194,000 now, then 5 payments of N70,000", "$500.00 now, then $700.00". */
export function describePayments({ now, later }: Pick<PaymentSchedule, "now" | "later">): string {
  const [first, ...others] = later;
  if (!first) return formatExact(now);
  const isEven = others.every(({ minor }) => minor === first.minor);
  const rest =
    isEven && others.length > 0
      ? `${later.length} payments of ${formatExact(first)}`
      : inOneSentence(later.map(formatExact));
  return `${formatExact(now)} now, then ${rest}`;
}

/** "N1, N2 and N3" */
function inOneSentence(texts: readonly string[]): string {
  return [texts.slice(0, -1).join(", "), ...texts.slice(-1)].filter(Boolean).join(" and ");
}

/** A segment of the payment bar, in percent of its width. */
export interface BarSegment {
  readonly start: number;
  readonly width: number;
  readonly isFirst: boolean;
}

/** A plan's payments to scale. */
export function barSegments({ now, later }: PaymentSchedule, gap?: number): BarSegment[] {
  return segmentsOf([now, ...later], gap);
}

/**
 * Payments to scale, left to right.
 * @param gap between two segments, in percent of the bar
 */
export function segmentsOf(payments: readonly Money[], gap = 1.5): BarSegment[] {
  const total = payments.reduce((all, { minor }) => all + minor, 0);
  const room = 100 - gap * (payments.length - 1);
  let start = 0;
  return payments.map((payment, index) => {
    const width = total === 0 ? room : (payment.minor / total) * room;
    const segment = { start: round(start), width: round(width), isFirst: index === 0 };
    start += width + gap;
    return segment;
  });
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}
