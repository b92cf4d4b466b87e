import { type Currency, type DualPrice, formatFull } from "~/domain/money/money.ts";
import type { PaymentPlan } from "./payment-plan.ts";

/** A course's prices, by where they are shown. */
export interface StatedPrices {
  /** On the course's own page. */
  readonly list: DualPrice;
  /** Tuition paid at once with the registration; null where registration is not offered. */
  readonly registration: DualPrice | null;
  /** The price card for paying at once; null without cards. */
  readonly card: {
    readonly plan: PaymentPlan;
    /** Name of the course whose card it is; null where it is this course's own. */
    readonly lender: string | null;
  } | null;
}

/** The plan for paying at once, if a course has one. */
export function atOncePlan(plans: readonly PaymentPlan[]): PaymentPlan | null {
  return plans.find(({ schedules }) => schedules.NGN.later.length === 0) ?? null;
}

/**
 * What a course costs at registration, where another of its prices differs: "Full tuition is N480,000 when you register."
 * @returns null where all are the same, or registration is not offered
 */
export function explainPrices({ list, registration, card }: StatedPrices, currency: Currency): string | null {
  if (!registration) return null;
  const price = registration[currency];
  const others = [list[currency], ...(card ? [card.plan.schedules[currency].now] : [])];
  if (others.every(({ minor }) => minor === price.minor)) return null;
  if (!card?.lender) return `Full tuition is ${formatFull(price)} when you register.`;
  return `This level alone: ${formatFull(price)} when you register. The payment plans cover ${card.lender}.`;
}
