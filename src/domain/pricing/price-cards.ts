import { type Currency, type DualPrice, formatFull } from "~/domain/money/money.ts";
import type { Named, PaymentPlan } from "./payment-plan.ts";

/**
 * Returns the id of the form that the buttons of a course's price cards belong to. Without script they lead
 * to Signup, with the course and the plan chosen.
 * @param courseId the course with which the cards are shown
 */
export function cardForm(courseId: string): string {
  return `cards-${courseId}`;
}

export interface PayRequest {
  readonly courseId: string;
  readonly planId: string;
  readonly currency: Currency;
}

/** A course of the Pricing page, with its name there. */
export interface PricingCourse extends Named {
  /** Badge, e.g. "Full Course". */
  readonly type: string;
  readonly plans: readonly PaymentPlan[];
  /** The course that its cards sell: this one, or the one whose plans they are. */
  readonly sells: Named;
}

/**
 * Finds what a price card sells: the plan, and the course that the plan is of. A level's card sells the
 * full course.
 * @returns null for a card that is not offered
 */
export function findCardOffer<Plan extends Named>(
  courses: readonly { readonly id: string; readonly sells: Named; readonly plans: readonly Plan[] }[],
  courseId: string,
  planId: string | undefined,
): { readonly course: Named; readonly plan: Plan } | null {
  const card = courses.find(({ id }) => id === courseId);
  const plan = card?.plans.find(({ id }) => id === planId);
  return card && plan ? { course: card.sells, plan } : null;
}

/** The courses that share a badge. */
export interface PricingBlock<Course extends PricingCourse = PricingCourse> {
  readonly type: string;
  readonly courses: readonly Course[];
}

/** Returns a block for each badge that has a course, in the order of `types`. */
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
export interface PricesByPlace {
  /** On the course's own page. */
  readonly list: DualPrice;
  /** Tuition paid at once with the registration; null where registration is not offered. */
  readonly registration: DualPrice | null;
  /** The price card for paying at once; null without cards. */
  readonly card: {
    readonly plan: PaymentPlan;
    /** The name of the course whose card it is; null if it is this course's own. */
    readonly plansFrom: string | null;
  } | null;
}

/** Returns the plan for paying at once; null without one. */
export function atOncePlan(plans: readonly PaymentPlan[]): PaymentPlan | null {
  return plans.find(({ schedules }) => schedules.NGN.later.length === 0) ?? null;
}

/**
 * Says what a course costs at registration, where another of its prices differs: "Full tuition is N480,000
 * when you register."
 * @returns null where all are the same, or registration is not offered
 */
export function explainPrices(
  { list, registration, card }: PricesByPlace,
  currency: Currency,
): string | null {
  if (!registration) return null;
  const price = registration[currency];
  const otherPrices = [list[currency], ...(card ? [card.plan.schedules[currency].now] : [])];
  if (otherPrices.every(({ minor }) => minor === price.minor)) return null;
  if (!card?.plansFrom) return `Full tuition is ${formatFull(price)} when you register.`;
  return `This level alone: ${formatFull(price)} when you register. The payment plans cover ${card.plansFrom}.`;
}

/** A level that can be registered for alone. */
export interface LevelAlone extends Named {
  readonly price: DualPrice;
}

/**
 * Finds the level whose price card sells another course.
 * @returns null where the card sells its own course, or the level cannot be registered for at an announced
 * price
 */
export function findLevelAlone<Level extends LevelAlone>(
  levels: readonly Level[],
  cardCourseId: string,
  sold: Named,
): Level | null {
  const level = levels.find(({ id, price }) => id === cardCourseId && isAnnounced(price));
  return level && level.id !== sold.id ? level : null;
}

/** Says what a level's card covers, and what the level alone costs. A link to register for it follows. */
export function explainLevelCard({ name, price }: LevelAlone, sold: Named, currency: Currency): string {
  return `This plan covers ${sold.name}: both levels. ${name} alone is ${formatFull(price[currency])}:`;
}
