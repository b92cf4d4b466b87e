import type { Currency, DualPrice, Money } from "../money/money.ts";
import type { PricingCourse } from "../pricing/pricing-blocks.ts";
import { amountPayable } from "./amount-payable.ts";
import { findCourse, type RegistrationCourse } from "./course.ts";
import { detailOf, type Order, planOf } from "./order.ts";

/** Everything that can be paid for, as the course records have it. */
export interface PriceList {
  readonly fee: DualPrice;
  /** The courses of the registration form. */
  readonly registrationCourses: readonly RegistrationCourse[];
  /** The courses of the Pricing page, with their plans. */
  readonly pricingCourses: readonly PricingCourse[];
}

/** What somebody means to pay for. */
export interface Purchase {
  readonly purpose: Order["purpose"];
  /** Name of the course's file in content. */
  readonly courseId: string;
  /** The price card's name; only tuition has one. */
  readonly planName: string;
  readonly currency: Currency;
}

/** What the course record asks for a purchase. */
export interface ExpectedCharge {
  /** As the page that sells it calls the course. */
  readonly courseName: string;
  readonly charge: Money;
  /** The parts of the charge, where it has several. */
  readonly parts: { readonly fee: Money; readonly course: Money } | null;
}

/** What must be paid for a purchase; null when no such course or plan is offered. */
export function expectedCharge(purchase: Purchase, prices: PriceList): ExpectedCharge | null {
  const { currency } = purchase;
  if (purchase.purpose === "registration") {
    const course = findCourse(prices.registrationCourses, purchase.courseId);
    if (!course) return null;
    const { fee, course: tuition, total } = amountPayable(prices.fee, course.price, currency);
    return { courseName: course.name, charge: total, parts: { fee, course: tuition } };
  }
  const course = findCourse(prices.pricingCourses, purchase.courseId);
  const plan = course?.plans.find(({ name }) => name === purchase.planName);
  return course && plan
    ? { courseName: course.title, charge: plan.schedules[currency].now, parts: null }
    : null;
}

/** What an order is for, read from the details that travel with it. */
export function purchaseOf(order: Pick<Order, "purpose" | "charge" | "details">): Purchase {
  return {
    purpose: order.purpose,
    courseId: detailOf(order, "course_id"),
    planName: planOf(order),
    currency: order.charge.currency,
  };
}
