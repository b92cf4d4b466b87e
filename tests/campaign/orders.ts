import { DATE_TO_BE_ANNOUNCED } from "~/domain/dates/cohort.ts";
import { findCourse, type PriceList } from "~/domain/enrolment/agreement.ts";
import type { Currency } from "~/domain/money/money.ts";
import { type Order, registrationOrder, tuitionOrder } from "~/domain/payments/order.ts";
import { filledRegistration, freshReference, priceList } from "../fixtures/enrolment.ts";
import type { VisitorPlan } from "./plan.ts";
import type { World } from "./world.ts";

type Wish = Pick<VisitorPlan, "learner" | "want">;

/** What is wanted and for whom, in a word: the same for the learner and for a sponsor. */
export function thingOf({ learner, want }: Wish): string {
  const plan = want.type === "tuition" ? `tuition ${want.planId}` : "registration";
  return `learner ${learner}: ${plan} of ${want.courseId}`;
}

/** What a page makes of a visitor's wish, at the prices that it shows. */
export function draftOrder({ plan }: World, wish: Wish, currency: Currency, prices: PriceList): Order {
  const { learner, want } = wish;
  const email = emailOf(learner);
  const now = new Date();
  if (want.type === "tuition") {
    const course = offered(prices.pricingCourses, want.courseId);
    const { id, name, schedules } = offered(course.plans, want.planId);
    return tuitionOrder({
      // PayPal's buttons ask for no address first.
      email: currency === "NGN" ? email : "",
      course: { id: course.id, name: course.name },
      plan: { id, name },
      charge: schedules[currency].now,
      reference: freshReference("tuition"),
      now,
    });
  }
  const [firstName = "Nobody", lastName = "Known"] = plan.names[learner] ?? [];
  const several = want.type === "registration" ? want.inSeveral : undefined;
  const course = offered(prices.registrationCourses, want.courseId);
  const phone = `+234801234${5600 + learner}`;
  const { planId = "", cohort = DATE_TO_BE_ANNOUNCED.id } = several ?? {};
  return registrationOrder({
    registration: filledRegistration({
      firstName,
      lastName,
      email,
      phone,
      courseId: course.id,
      planId,
      cohort,
    }),
    course,
    plan: findCourse(course.plans, planId),
    fee: prices.fee,
    cohorts: prices.cohorts,
    currency,
    reference: freshReference("registration"),
    now,
    isSponsored: want.type === "sponsor",
  });
}

/** The address of a learner of the run, by place. */
export const emailOf = (learner: number) => `learner-${learner}@example.com`;

function offered<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const item = findCourse(items, id);
  if (!item) throw new Error(`${id} is not offered.`);
  return item;
}

/** Every amount in a record, a tenth higher. */
function raised<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(raised) as Part;
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).map(([name, value]) => [
    name,
    name === "minor" ? Math.round(value * 1.1) : raised(value),
  ]);
  return Object.fromEntries(entries);
}

/** The prices, and those after a deploy. */
export const PRICE_LISTS = [priceList, raised(priceList)] as const;

/** What a page that is loaded now shows, and the edge that runs now asks. */
export function pricesNow({ time, start, plan }: World): PriceList {
  const isRaised = plan.pricesRise !== null && time.now - start >= plan.pricesRise;
  return PRICE_LISTS[isRaised ? 1 : 0];
}
