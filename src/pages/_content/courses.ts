import { type CollectionEntry, getCollection } from "astro:content";
import type { RegistrationCourse } from "~/domain/enrolment/course.ts";
import type { PaymentPlan } from "~/domain/pricing/payment-plan.ts";
import type { PricingCourse } from "~/domain/pricing/pricing-blocks.ts";

type Course = CollectionEntry<"courses">;

/** All courses in the editor's order. */
export async function getCourses(): Promise<Course[]> {
  return (await getCollection("courses")).sort((a, b) => a.data.order - b.data.order);
}

/** The courses one can register for. */
export function registrationCourses(courses: readonly Course[]): RegistrationCourse[] {
  return courses.flatMap(({ id, data }) =>
    data.registrationPrice ? [{ id, name: data.name, price: data.registrationPrice }] : [],
  );
}

/** The courses of the Pricing page, each with its own cards or those of the course it names. */
export function pricingCourses(courses: readonly Course[]): PricingCourse[] {
  return courses.flatMap(({ id, data }) =>
    data.onPricingPage && data.type
      ? [{ id, title: data.title, type: data.type, plans: plansOf(id, data, courses) }]
      : [],
  );
}

function plansOf(id: string, data: Course["data"], courses: readonly Course[]): readonly PaymentPlan[] {
  const plans = data.plans ?? courses.find((course) => course.id === data.plansOf)?.data.plans;
  if (!plans) {
    throw new Error(
      `content/courses/${id}.yaml: a course on the Pricing page needs plans, or plansOf with the name of a course that has some.`,
    );
  }
  return plans;
}
