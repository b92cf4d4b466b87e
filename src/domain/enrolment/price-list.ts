import type { Cohort } from "~/domain/dates/cohort.ts";
import type { DualPrice } from "~/domain/money/money.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import type { PricingCourse } from "~/domain/pricing/pricing-blocks.ts";
import type { RegistrationCourse, RegistrationPlan } from "./course.ts";

/** Everything that can be paid for, as the course records have it. */
export interface PriceList {
  readonly fee: DualPrice;
  /** The courses of the registration form. */
  readonly registrationCourses: readonly RegistrationCourse[];
  /** The courses of the Pricing page, with their plans. */
  readonly pricingCourses: readonly PricingCourse[];
  /** What the registration form offers for fields with few choices that rarely change. */
  readonly choices: Readonly<Record<"age" | "gender" | "education", readonly string[]>>;
  readonly cohorts: readonly Cohort[];
}

/** What someone intends to pay for. Only the ids count; the names are those of the page that sells it. */
export interface Purchase {
  readonly purpose: "registration" | "tuition";
  readonly course: Named;
  /** The price card, or the plan of several payments that is registered for; null where the price is paid at once. */
  readonly plan: Named | null;
}

/** A course's plan as content has it now; null for one that it no longer has. */
export function planOf(
  { registrationCourses, pricingCourses }: Pick<PriceList, "registrationCourses" | "pricingCourses">,
  course: Named,
  plan: Named | null,
): RegistrationPlan | null {
  const courses = [...registrationCourses, ...pricingCourses].filter(({ id }) => id === course.id);
  return courses.flatMap(({ plans }) => plans).find(({ id }) => id === plan?.id) ?? null;
}
