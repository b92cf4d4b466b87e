import { type Day, dayLabel } from "~/domain/dates/day.ts";
import {
  type Currency,
  type DualPrice,
  formatExact,
  formatFull,
  fromMinor,
  type Money,
  sum,
} from "~/domain/money/money.ts";
import { counted, lowerFirst } from "~/domain/text.ts";

/** A course, a plan or a cohort: referred to by its id, called by its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The consequences of a late payment in the Terms, besides the loss of access to the learning portal. A plan in
 * content names one, unless there is no other consequence.
 */
export const LATE_PAYMENT_POLICIES = ["removed-after-a-week", "dropped-after-a-month"] as const;
export type LatePaymentPolicy = (typeof LATE_PAYMENT_POLICIES)[number];

/** The time after the first class by which a payment is due. */
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
  /** The amount that the share is a percentage of: "50% of N90,000"; null if the card does not name it. */
  readonly percentOf: Money | null;
  /** The payments that follow, in order; empty if there are none. */
  readonly later: readonly Money[];
  /** The due term of each later payment; null if there are none. */
  readonly due: readonly DueTerm[] | null;
  /** The academy's words for when the rest is due; null if nothing is left. */
  readonly terms: string | null;
}

/**
 * Returns the name of a purchase: "DevOps Full, Five Installments".
 * @param plan null or empty if tuition is paid at once
 */
export function purchaseName(course: string, plan: string | null | undefined): string {
  return plan ? `${course}, ${plan}` : course;
}

/** The plan of a price card: Five Installments, Full Tuition, Two Installments. */
export interface PaymentPlan extends Named {
  /** The card the academy recommends. */
  readonly isHighlighted: boolean;
  readonly latePaymentPolicy: LatePaymentPolicy | null;
  readonly schedules: Record<Currency, PaymentSchedule>;
}

export interface CoursePlan {
  readonly course: Named;
  readonly plan: PaymentPlan;
}

/** Whether a plan is paid in several payments, in each currency. */
export function hasSeveralPayments({ schedules }: PaymentPlan): boolean {
  return Object.values(schedules).every(({ later }) => later.length > 0);
}

/** The payments of a schedule, without the words that only its price card shows. */
type Payments = Pick<PaymentSchedule, "now" | "later">;

export function totalOf({ now, later }: Payments): Money {
  return sum(now.currency, [now, ...later]);
}

export function planTotals({ schedules }: PaymentPlan): DualPrice {
  return { NGN: totalOf(schedules.NGN), USD: totalOf(schedules.USD) };
}

/**
 * Whether a plan costs less than every other plan of its course, and no more than any other price that the
 * site shows for the course.
 */
export function isCheapest(
  plan: PaymentPlan,
  course: { readonly plans: readonly PaymentPlan[]; readonly otherPrices: readonly DualPrice[] },
  currency: Currency,
): boolean {
  const total = totalOf(plan.schedules[currency]).minor;
  const otherPlans = course.plans.filter(({ id }) => id !== plan.id);
  return (
    otherPlans.every(({ schedules }) => total < totalOf(schedules[currency]).minor) &&
    course.otherPrices.every((price) => total <= price[currency].minor)
  );
}

/**
 * Returns the line under a card's amount, in the academy's words: "40% down, 194,000 NGN, then 70,000 NGN
 * monthly for the first 5 months".
 */
export function describeSchedule(schedule: PaymentSchedule): string {
  const { now, nowPercent, percentOf, later, terms } = schedule;
  if (later.length === 0) return `${nowPercent}% upfront`;
  const of = percentOf ? ` of ${formatFull(percentOf)}` : "";
  // The academy says "upfront" of dollars, and "down" of naira or of a share of a named amount.
  const isUpfront = now.currency === "USD" && percentOf === null;
  const share = `${nowPercent}%${of} ${isUpfront ? "upfront" : "down"}`;
  const first = later[0];
  const isMonthly = later.length > 1 && first && later.every((payment) => payment.minor === first.minor);
  if (isMonthly) {
    return `${share}, ${inWords(now)}, then ${inWords(first)} monthly ${terms}`;
  }
  return `${share}, ${terms}`;
}

/** Returns "70,000 NGN". */
function inWords(money: Money): string {
  return `${formatFull(money).replace(/^[N$]/, "")} ${money.currency}`;
}

/**
 * Says what a plan costs in all: "Total N544,000". A plan is named for its naira payments, so a different number of
 * dollar payments follows their total: "Total $1200 in 2 payments".
 */
export function describeTotal({ schedules }: PaymentPlan, currency: Currency): string {
  const { NGN, USD } = schedules;
  const total = `Total ${formatFull(totalOf(schedules[currency]))}`;
  const isNumberInName = currency === "NGN" || NGN.later.length === USD.later.length;
  return isNumberInName ? total : `${total} in ${counted(1 + USD.later.length, "payment")}`;
}

/** Returns a total beside the price for paying at once: "Total N544,000, N64,000 more than paying once". */
export function compareTotal(payments: Payments, atOnce: Money): string {
  const total = totalOf(payments);
  const difference = total.minor - atOnce.minor;
  const amount = formatExact(fromMinor(total.currency, Math.abs(difference)));
  const comparison = difference > 0 ? `${amount} more than` : `${amount} less than`;
  return `Total ${formatExact(total)}, ${difference === 0 ? "the same as" : comparison} paying once`;
}

/** Returns every payment: "N194,000 now, then 5 payments of N70,000", "$500.00 now, then $700.00". */
export function describePayments({ now, later }: Payments): string {
  const [first, ...afterFirst] = later;
  if (!first) return formatExact(now);
  const isEven = afterFirst.every(({ minor }) => minor === first.minor);
  const laterPayments =
    isEven && afterFirst.length > 0
      ? `${later.length} payments of ${formatExact(first)}`
      : inOneSentence(later.map(formatExact));
  return `${formatExact(now)} now, then ${laterPayments}`;
}

/** Returns "N1, N2 and N3". */
function inOneSentence(texts: readonly string[]): string {
  return [texts.slice(0, -1).join(", "), ...texts.slice(-1)].filter(Boolean).join(" and ");
}

/** A segment of the payment bar, in percent of its width. */
export interface BarSegment {
  readonly start: number;
  readonly width: number;
  readonly isFirst: boolean;
}

/** The gap between two segments, in percent of the bar. */
export const BAR_GAP = 1.5;

/** Returns the segments of payments to scale, left to right. */
export function barSegments(payments: readonly Money[]): BarSegment[] {
  const total = payments.reduce((all, { minor }) => all + minor, 0);
  const room = 100 - BAR_GAP * (payments.length - 1);
  let start = 0;
  return payments.map((payment, index) => {
    const width = total === 0 ? room : (payment.minor / total) * room;
    const segment = { start: round(start), width: round(width), isFirst: index === 0 };
    start += width + BAR_GAP;
    return segment;
  });
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/**
 * The time at which a payment is due. "now": with today's payment. "first-class": on the day of the first
 * class, while it has no date. null: not known yet.
 */
export type Due = "now" | "first-class" | Day | DueTerm | null;

/**
 * Says when a payment is due, in the words of every page, mail and print: "Due on Jan 5, 2027", or "Due 1
 * month after the first class" while the cohort has no date.
 */
export function describeDue(due: Due, { isOverdue = false }: { isOverdue?: boolean } = {}): string {
  if (due === "now") return "Today";
  if (due === "first-class") return "Due on the day of the first class";
  if (due === null) return "Due date to be confirmed";
  if (typeof due !== "string") return `Due ${counted(due.count, due.unit)} after the first class`;
  return `${isOverdue ? "Was due" : "Due"} on ${dayLabel(due)}`;
}

/** Returns a payment in a list: "N70,000, due on Jan 5, 2027". */
export function describeDuePayment(amount: string, due: Due): string {
  return `${amount}, ${lowerFirst(describeDue(due))}`;
}
