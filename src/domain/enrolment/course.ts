import type { Currency, DualPrice } from "~/domain/money/money.ts";
import type { LatePaymentPolicy, Named } from "~/domain/pricing/payment-plan.ts";
import type { Tuition } from "./charge.ts";

/** A plan of several payments, as far as it is charged. */
export interface RegistrationPlan extends Named {
  readonly latePaymentPolicy: LatePaymentPolicy | null;
  readonly schedules: Readonly<Record<Currency, Tuition>>;
}

/** A course as the registration form needs it; its id is the name of its file in content, which `?course=` carries. */
export interface RegistrationCourse extends Named {
  /** Tuition that is paid together with the registration fee; zero while it is not announced. */
  readonly price: DualPrice;
  /** Its plans of several payments, which can be chosen instead of paying that price at once. */
  readonly plans: readonly RegistrationPlan[];
}

/** An unknown id reads as no course. */
export function findCourse<T extends { readonly id: string }>(
  courses: readonly T[],
  id: string | null | undefined,
): T | null {
  return courses.find((course) => course.id === id) ?? null;
}
