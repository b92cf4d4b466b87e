import { getCollection } from "astro:content";
import type { RegistrationCourse } from "~/domain/enrolment/course.ts";
import type { PaymentPlan } from "~/domain/pricing/payment-plan.ts";
import type { PricingCourse } from "~/domain/pricing/pricing-blocks.ts";
import type { OwnCourse } from "~/schemas/course.ts";

/** A course one can register or pay for, named by the file that it is written in. */
export interface Course {
  readonly id: string;
  /** E.g. "content/courses/devops-full.yaml". */
  readonly file: string;
  readonly data: OwnCourse;
}

/** All courses in the editor's order: those of content/courses, and those that a level or a card carries itself. */
export async function getCourses(): Promise<Course[]> {
  const [courses, levels, cards] = await Promise.all([
    getCollection("courses"),
    getCollection("levels"),
    getCollection("catalogue"),
  ]);
  const own = (
    folder: string,
    ending: string,
    entries: readonly { id: string; data: { ownCourse?: OwnCourse } }[],
  ) =>
    entries.flatMap(({ id, data }) =>
      data.ownCourse ? [{ id, file: `content/${folder}/${id}.${ending}`, data: data.ownCourse }] : [],
    );
  return [
    ...courses.map(({ id, data }) => ({ id, file: `content/courses/${id}.yaml`, data })),
    ...own("levels", "yaml", levels),
    ...own("catalogue", "mdx", cards),
  ].sort((a, b) => a.data.order - b.data.order);
}

/** The courses one can register for. */
export function registrationCourses(courses: readonly Course[]): RegistrationCourse[] {
  return courses.flatMap(({ id, data }) =>
    data.registrationPrice ? [{ id, name: data.name, price: data.registrationPrice }] : [],
  );
}

/** The courses of the Pricing page, each with its own cards or those of the course it names. */
export function pricingCourses(courses: readonly Course[]): PricingCourse[] {
  return courses.flatMap((course) => {
    const { id, data } = course;
    return data.onPricingPage && data.type
      ? [{ id, title: data.title, type: data.type, plans: plansOf(course, courses) }]
      : [];
  });
}

function plansOf({ file, data }: Course, courses: readonly Course[]): readonly PaymentPlan[] {
  const plans = data.plans ?? courses.find((course) => course.id === data.plansOf)?.data.plans;
  if (!plans) {
    throw new Error(
      `${file}: a course on the Pricing page needs plans, or plansOf with the name of a course that has some.`,
    );
  }
  return plans;
}
