import { type Currency, formatFull, type Money, sum } from "../money/money.ts";

/** How long after the first class a payment is due at the latest. */
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
  /** The payments that follow, in order; empty when the first is all. */
  readonly later: readonly Money[];
  /** One for each later payment; null where staff agree the day with the learner. */
  readonly due: readonly DueTerm[] | null;
  /** When the rest is due, in the academy's words; null when the first payment is all. */
  readonly terms: string | null;
}

/** One price card. */
export interface PaymentPlan {
  readonly id: string;
  /** Five Installments, Full Tuition, Two Installments. */
  readonly name: string;
  /** The card the academy recommends. */
  readonly isHighlighted: boolean;
  readonly schedules: Record<Currency, PaymentSchedule>;
}

/** A plan, and the course that it pays for. */
export interface CoursePlan {
  /** Name of the course's file in content. */
  readonly courseId: string;
  readonly courseTitle: string;
  readonly plan: PaymentPlan;
}

/** What the plan comes to once everything is paid. */
export function totalOf(schedule: PaymentSchedule): Money {
  return sum(schedule.now.currency, [schedule.now, ...schedule.later]);
}

/** Whether a course's plan costs less than each of its others. Full tuition does in naira, and not always in dollars. */
export function isCheapest(plan: PaymentPlan, plans: readonly PaymentPlan[], currency: Currency): boolean {
  const total = totalOf(plan.schedules[currency]).minor;
  return plans.every((other) => other.id === plan.id || total < totalOf(other.schedules[currency]).minor);
}

/** The line under a card's amount, e.g. "40% down, then 70,000 NGN monthly for the first 5 months". */
export function describeSchedule(schedule: PaymentSchedule): string {
  const { now, nowPercent, later, terms } = schedule;
  if (later.length === 0) return `${nowPercent}% upfront`;
  const share = `${nowPercent}% ${now.currency === "NGN" ? "down" : "upfront"}`;
  const first = later[0];
  const isMonthly = later.length > 1 && first && later.every((payment) => payment.minor === first.minor);
  if (isMonthly) {
    const amount = formatFull(first).replace(/^[N$]/, "");
    return `${share}, then ${amount} ${now.currency} monthly ${terms}`;
  }
  return `${share}, ${terms}`;
}

/** A stretch of the payment bar: where it starts and how wide it is, in percent of the bar. */
export interface BarSegment {
  readonly start: number;
  readonly width: number;
  readonly isFirst: boolean;
}

/**
 * The payments to scale, left to right, with `gap` percent between them.
 * @param gap in percent of the bar; the segments share what the gaps leave.
 */
export function barSegments(schedule: PaymentSchedule, gap = 1.5): BarSegment[] {
  const payments = [schedule.now, ...schedule.later];
  const total = totalOf(schedule).minor;
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
