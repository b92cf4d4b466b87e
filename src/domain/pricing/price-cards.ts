import { CURRENCIES, type Currency, type DualPrice, formatFull } from "~/domain/money/money.ts";
import type { Named, PaymentPlan } from "./payment-plan.ts";

/** Id of the form that the buttons of all price cards belong to: without script they lead to a page that asks for an e-mail. */
export const CARD_FORM = "price-card";

/** A price card in a form: "devops-full/two-installments/NGN". */
export function priceCard({ courseId, planId, currency }: PayRequest): string {
  return `${courseId}/${planId}/${currency}`;
}

/** Reads what {@link priceCard} wrote; null for anything else. */
export function readPriceCard(text: string): PayRequest | null {
  const [courseId = "", planId = "", requestedCurrency, ...rest] = text.split("/");
  const currency = CURRENCIES.find((candidate) => candidate === requestedCurrency);
  return currency && rest.length === 0 ? { courseId, planId, currency } : null;
}

/** A request to pay, from a price card's button. */
export interface PayRequest {
  readonly courseId: string;
  readonly planId: string;
  readonly currency: Currency;
}

/** Dispatched on `window` when a price card's button is pressed; it hydrates the pay dialog. */
export const PAY_REQUEST_EVENT = "pay-request";

/** A course as the Pricing page needs it, by the name that it has there. */
export interface PricingCourse extends Named {
  /** Badge, e.g. "Full Course". */
  readonly type: string;
  readonly plans: readonly PaymentPlan[];
}

/** The courses that share a badge. */
export interface PricingBlock<Course extends PricingCourse = PricingCourse> {
  readonly type: string;
  readonly courses: readonly Course[];
}

/** One block per badge, in the order of `types`; a badge without a course has none. */
export function pricingBlocks<Course extends PricingCourse>(
  types: readonly string[],
  courses: readonly Course[],
): PricingBlock<Course>[] {
  return types
    .map((type) => ({ type, courses: courses.filter((course) => course.type === type) }))
    .filter((block) => block.courses.length > 0);
}

/** Whether tuition is announced: a price of zero in both currencies means that it is not, never that it is free. */
export function isAnnounced(price: DualPrice): boolean {
  return price.NGN.minor > 0 || price.USD.minor > 0;
}

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

/** Dispatched on `window` when this browser holds a tuition payment of an earlier visit; it hydrates what shows its end. */
export const EARLIER_PAYMENT_EVENT = "earlier-payment";
