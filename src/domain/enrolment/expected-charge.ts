import type { Currency, DualPrice } from "~/domain/money/money.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import type { PricingCourse } from "~/domain/pricing/pricing-blocks.ts";
import { amountPayable } from "./amount-payable.ts";
import { findCourse, type RegistrationCourse } from "./course.ts";
import type { Order } from "./order.ts";

/** Everything that can be paid for, as the course records have it. */
export interface PriceList {
  readonly fee: DualPrice;
  /** The courses of the registration form. */
  readonly registrationCourses: readonly RegistrationCourse[];
  /** The courses of the Pricing page, with their plans. */
  readonly pricingCourses: readonly PricingCourse[];
  /** What the registration form offers for fields whose choices are few and last. */
  readonly choices: Readonly<Record<"age" | "gender" | "education", readonly string[]>>;
  /** The cohorts of the registration form, by the names under which seats are counted. */
  readonly cohorts: readonly string[];
  /** How many seats a cohort has, by its name; of one that is not named, as many as are asked for. */
  readonly seats: Readonly<Record<string, number>>;
}

/** What somebody means to pay for; only the ids count. */
export type Purchase = Pick<Order, "purpose" | "course" | "plan">;

/** What the course record asks for a purchase. */
export interface ExpectedCharge extends Pick<Order, "charge" | "parts"> {
  /** By their names in the record. */
  readonly course: Named;
  readonly plan: Named | null;
}

/** What must be paid for a purchase; null when no such course or plan is offered. */
export function expectedCharge(
  { purpose, course: { id }, plan: asked }: Purchase,
  currency: Currency,
  prices: PriceList,
): ExpectedCharge | null {
  if (purpose === "registration") {
    const course = findCourse(prices.registrationCourses, id);
    if (!course) return null;
    const plan = findCourse(course.plans, asked?.id);
    if (asked && !plan) return null;
    const { total, ...parts } = amountPayable(prices.fee, course, plan, currency);
    return { course: named(course), plan: plan && named(plan), charge: total, parts };
  }
  const course = findCourse(prices.pricingCourses, id);
  const plan = course?.plans.find((each) => each.id === asked?.id);
  return course && plan
    ? { course: named(course), plan: named(plan), charge: plan.schedules[currency].now, parts: null }
    : null;
}

function named({ id, name }: Named): Named {
  return { id, name };
}
