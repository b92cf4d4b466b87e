import { DATE_TO_BE_ANNOUNCED } from "~/domain/dates/cohort.ts";
import { findCourse, type PriceList } from "~/domain/enrolment/agreement.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import { freshReference, orderOf, priceList, tuitionOf } from "../fixtures/enrolment.ts";
import type { VisitorPlan } from "./plan.ts";
import type { World } from "./world.ts";

type Wish = Pick<VisitorPlan, "learner" | "want">;

/** What is wanted and for whom, in a word: the same for the learner and for a sponsor. */
export function thingOf({ learner, want: { type, planId, courseId } }: Wish): string {
  return `learner ${learner}: ${type === "tuition" ? `tuition ${planId}` : "registration"} of ${courseId}`;
}

/** The address of a learner of the run, by place. */
export const emailOf = (learner: number) => `learner-${learner}@example.com`;

/** What a page makes of a visitor's wish, at the prices that it shows. */
export function draftOrder(
  { plan: { names } }: World,
  { learner, want: { type, courseId, planId = "", cohort } }: Wish,
  currency: Currency,
  prices: PriceList,
): Order {
  const email = emailOf(learner);
  const now = new Date();
  if (type !== "tuition") {
    const [firstName = "Nobody", lastName = "Known"] = names[learner] ?? [];
    const phone = `+234801234${5600 + learner}`;
    return orderOf({
      registration: {
        firstName,
        lastName,
        email,
        phone,
        courseId,
        planId,
        cohort: cohort?.id ?? DATE_TO_BE_ANNOUNCED.id,
      },
      currency,
      reference: freshReference(),
      now,
      prices,
      isSponsored: type === "sponsor",
    });
  }
  const course = findCourse(prices.pricingCourses, courseId);
  const plan = course && findCourse(course.plans, planId);
  if (!plan) throw new Error(`${planId} of ${courseId} is not offered.`);
  return tuitionOf({
    // PayPal's buttons ask for no address first.
    email: currency === "NGN" ? email : "",
    course: { id: courseId, name: course.name },
    plan: { id: planId, name: plan.name },
    charge: plan.schedules[currency].now,
    reference: freshReference("tuition"),
    now,
  });
}

/** The prices, and those after a deploy: every amount a tenth higher. */
export const PRICE_LISTS: readonly [PriceList, PriceList] = [
  priceList,
  JSON.parse(JSON.stringify(priceList), (name, value) =>
    name === "minor" ? Math.round(value * 1.1) : value,
  ),
];

/** What a page that is loaded now shows, and the edge that runs now asks. */
export function pricesNow({ time, start, plan: { pricesRise } }: World): PriceList {
  const isRaised = pricesRise !== null && time.now - start >= pricesRise;
  return PRICE_LISTS[isRaised ? 1 : 0];
}
