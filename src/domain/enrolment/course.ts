import type { DualPrice } from "../money/money.ts";

/** A course as the registration form needs it. */
export interface RegistrationCourse {
  /** Name of the course's file in content; what `?course=` carries. */
  readonly id: string;
  readonly name: string;
  /** Tuition that is paid together with the registration fee; zero while it is not announced. */
  readonly price: DualPrice;
}

/** An unknown id reads as no course. */
export function findCourse<T extends { readonly id: string }>(
  courses: readonly T[],
  id: string | null | undefined,
): T | null {
  return courses.find((course) => course.id === id) ?? null;
}
