import type { OwnCourse } from "~/content/schemas/course.ts";
import type { FormOptions } from "~/content/schemas/pages.ts";
import type { SiteFacts } from "~/domain/contact/site-facts.ts";
import type { Cohort } from "~/domain/dates/cohort.ts";
import type { PriceList, RegistrationCourse, RegistrationPlan } from "~/domain/enrolment/agreement.ts";
import type { Tuition } from "~/domain/enrolment/charge.ts";
import type { ConsentTexts } from "~/domain/enrolment/consent.ts";
import { hasSeveralPayments, type PaymentPlan, type PaymentSchedule } from "~/domain/pricing/payment-plan.ts";
import { atOncePlan, type PricesByPlace, type PricingCourse } from "~/domain/pricing/price-cards.ts";

/** A course to register or pay for; its id is the name of its file. */
export interface Course {
  readonly id: string;
  readonly data: OwnCourse;
}

/** A level or a catalogue card, which may hold a course. */
interface CourseCarrier {
  readonly id: string;
  readonly data: { readonly ownCourse?: OwnCourse | undefined };
}

interface CourseEntries {
  readonly courses: readonly Course[];
  readonly levels: readonly CourseCarrier[];
  readonly catalogue: readonly CourseCarrier[];
}

/** Returns all courses in the editor's order, the `ownCourse` of levels and catalogue cards too. */
export function allCourses({ courses, levels, catalogue }: CourseEntries): Course[] {
  const ownCourses = [...levels, ...catalogue].flatMap(({ id, data }) =>
    data.ownCourse ? [{ id, data: data.ownCourse }] : [],
  );
  return [...courses, ...ownCourses].sort((a, b) => a.data.order - b.data.order);
}

interface PricedContent {
  readonly site: Pick<SiteFacts, "registrationFee" | "refundFee" | "dollarsInNigeria">;
  readonly courses: readonly Course[];
  readonly options: FormOptions;
  readonly cohorts: readonly Cohort[];
  readonly consentTexts: ConsentTexts;
}

/** Returns everything that can be paid for. */
export function priceListOf({ site, courses, options, cohorts, consentTexts }: PricedContent): PriceList {
  return {
    fee: site.registrationFee,
    refundFee: site.refundFee,
    registrationCourses: registrationCourses(courses),
    pricingCourses: pricingCourses(courses),
    choices: { age: options.ages, gender: options.genders, education: options.education },
    cohorts,
    dollarsInNigeria: site.dollarsInNigeria,
    consentTexts,
  };
}

/**
 * Returns the courses with a registration price. A course with another's price cards has no plans at
 * registration: its own price differs, and paying later must not cost more than it.
 */
export function registrationCourses(courses: readonly Course[]): RegistrationCourse[] {
  return courses.flatMap(({ id, data }) =>
    data.registrationPrice
      ? [
          {
            id,
            name: data.name,
            price: data.registrationPrice,
            plans: (data.plans ?? []).filter(hasSeveralPayments).map(asCharged),
          },
        ]
      : [],
  );
}

/** Returns a plan's amounts and dates, without the words that only its price card shows. */
export function asCharged({
  id,
  name,
  latePaymentPolicy,
  schedules: { NGN, USD },
}: PaymentPlan): RegistrationPlan {
  const charged = ({ now, later, due }: PaymentSchedule): Tuition => ({ now, later, due });
  return { id, name, latePaymentPolicy, schedules: { NGN: charged(NGN), USD: charged(USD) } };
}

/** Returns the courses of the Pricing page, each with its own plans or those of the course in `plansOf`. */
export function pricingCourses(courses: readonly Course[]): PricingCourse[] {
  return courses.flatMap((course) => {
    const { id, data } = course;
    return data.onPricingPage && data.type
      ? [{ id, name: data.title, type: data.type, ...cardsOf(course, courses) }]
      : [];
  });
}

/** Returns a course's prices on its page, on the registration form and on its price cards. */
export function pricesByPlace(course: Course, courses: readonly Course[]): PricesByPlace {
  const { data } = course;
  const plan = data.onPricingPage && data.type ? atOncePlan(cardsOf(course, courses).plans) : null;
  const plansCourse = data.plans ? undefined : courses.find(({ id }) => id === data.plansOf);
  return {
    list: data.coursePagePrice,
    registration: data.registrationPrice,
    card: plan && { plan, plansFrom: plansCourse?.data.name ?? null },
  };
}

function cardsOf(course: Course, courses: readonly Course[]): Pick<PricingCourse, "plans" | "sells"> {
  const { plans: ownPlans, plansOf } = course.data;
  const seller = ownPlans ? course : courses.find(({ id }) => id === plansOf);
  const plans = seller?.data.plans;
  if (!plans)
    throw new Error(`${course.id} is on the Pricing page without plans. npm run content:check says where.`);
  return { plans, sells: { id: seller.id, name: seller.data.title } };
}
