import { type Cohort, findCohort, firstClassOf } from "~/domain/dates/cohort.ts";
import type { Day } from "~/domain/dates/day.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import { agreeCharges, type Charge, type EnrolmentSource, firstCharges, tuitionAtOnce } from "./charge.ts";
import { findCourse } from "./course.ts";
import type { PriceList, Purchase } from "./price-list.ts";

/** What is agreed when an enrolment begins. */
export interface Agreement {
  readonly source: EnrolmentSource;
  readonly course: Named;
  /** null where tuition is paid at once with the registration, or is not announced. */
  readonly plan: Named | null;
  /** null while either currency will do: the first payment that comes fixes it. */
  readonly currency: Currency | null;
  readonly firstClass: Day | null;
  /** In each currency in which it can be paid. */
  readonly charges: Readonly<Record<Currency, readonly Charge[]>>;
  /** The numbers of the charges that the first payment pays. */
  readonly pays: readonly number[];
}

/** The first class of the cohort that an enrolment begins in; null for one that has begun before. */
function firstClassAhead(cohort: Cohort | null, today: Day): Day | null {
  const firstClass = firstClassOf(cohort);
  return firstClass !== null && firstClass >= today ? firstClass : null;
}

/**
 * The agreement that beginning to pay for a purchase makes; null when it is not offered.
 * @param purchase with the id of the learner's cohort, empty where none was chosen
 * @param currency of the first payment
 */
export function agree(
  purchase: Purchase & { readonly cohort: string },
  currency: Currency,
  prices: PriceList,
  today: Day,
): Agreement | null {
  const offer = offerOf(purchase, prices);
  if (!offer) return null;
  const { source, course, plan, tuition } = offer;
  const firstClass = firstClassAhead(findCohort(prices.cohorts, purchase.cohort), today);
  const chargesIn = (each: Currency) =>
    agreeCharges({ fee: prices.fee[each], tuition: tuition(each) }, { source, today, firstClass });
  const charges = { NGN: chargesIn("NGN"), USD: chargesIn("USD") };
  return {
    source,
    course: { id: course.id, name: course.name },
    plan: plan && { id: plan.id, name: plan.name },
    currency: null,
    firstClass,
    charges,
    pays: firstCharges(charges[currency], source).map(({ number }) => number),
  };
}

function offerOf({ purpose, course: { id }, plan: asked }: Purchase, prices: PriceList) {
  if (purpose === "registration") {
    const course = findCourse(prices.registrationCourses, id);
    const plan = course && findCourse(course.plans, asked?.id);
    if (!course || (asked && !plan)) return null;
    const tuition = (currency: Currency) =>
      plan ? plan.schedules[currency] : tuitionAtOnce(course.price[currency]);
    return { source: "signup", course, plan, tuition } as const;
  }
  const course = findCourse(prices.pricingCourses, id);
  const plan = course && findCourse(course.plans, asked?.id);
  if (!course || !plan) return null;
  return {
    source: "pricing",
    course,
    plan,
    tuition: (currency: Currency) => plan.schedules[currency],
  } as const;
}
