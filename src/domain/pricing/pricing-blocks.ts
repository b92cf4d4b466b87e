import type { Named, PaymentPlan } from "./payment-plan.ts";

/** A course as the Pricing page needs it, by the name that it has there. */
export interface PricingCourse extends Named {
  /** Badge, e.g. "Full Course". */
  readonly type: string;
  readonly plans: readonly PaymentPlan[];
}

/** The courses that share a badge. */
export interface PricingBlock {
  readonly type: string;
  readonly courses: readonly PricingCourse[];
}

/** One block per badge, in the order of `types`; a badge without a course has none. */
export function pricingBlocks(types: readonly string[], courses: readonly PricingCourse[]): PricingBlock[] {
  return types
    .map((type) => ({ type, courses: courses.filter((course) => course.type === type) }))
    .filter((block) => block.courses.length > 0);
}
