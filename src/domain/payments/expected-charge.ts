import { amountPayable } from "~/domain/enrolment/amount-payable.ts";
import { findCourse } from "~/domain/enrolment/course.ts";
import type { PriceList, Purchase } from "~/domain/enrolment/price-list.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import type { Order } from "./order.ts";

/** The price of a purchase by the course record. */
export interface ExpectedCharge extends Pick<Order, "charge" | "parts"> {
  /** By their names in the record. */
  readonly course: Named;
  readonly plan: Named | null;
}

/** The charge for a purchase; null when no such course or plan is offered. */
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
