import type { Named, PaymentPlan } from "./payment-plan.ts";

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
