import { findCourse, type PriceList } from "~/domain/enrolment/agreement.ts";
import type { Registration } from "~/domain/enrolment/registration.ts";
import type { Currency } from "~/domain/money/money.ts";
import { type Order, registrationOrder, tuitionOrder } from "~/domain/payments/order.ts";
import { newReference } from "~/domain/payments/reference.ts";
import { filledRegistration } from "../fixtures/enrolment.ts";
import type { VisitorPlan, Want } from "./plan.ts";
import type { World } from "./world.ts";

/** What is wanted and for whom, in a word: the same for the learner and for a sponsor. */
export function thingOf({ learner, want }: Pick<VisitorPlan, "learner" | "want">): string {
  const plan = want.type === "tuition" ? `tuition ${want.planId}` : "registration";
  return `learner ${learner}: ${plan} of ${want.courseId}`;
}

/** What a page makes of a visitor's wish, at the prices that it shows. */
export function draftOrder(
  world: World,
  { learner, want }: Pick<VisitorPlan, "learner" | "want">,
  { currency, prices }: { currency: Currency; prices: PriceList },
): Order {
  const now = new Date(world.time.now);
  const registration = registrationFor(world, learner, want);
  if (want.type !== "tuition") {
    const course = found(prices.registrationCourses, want.courseId);
    return registrationOrder({
      registration,
      course,
      plan: findCourse(course.plans, registration.planId),
      fee: prices.fee,
      cohorts: prices.cohorts,
      currency,
      reference: freshReference(world, "registration"),
      now,
      isSponsored: want.type === "sponsor",
    });
  }
  const course = found(prices.pricingCourses, want.courseId);
  const plan = found(course.plans, want.planId);
  return tuitionOrder({
    // PayPal's buttons ask for no address first.
    email: currency === "NGN" ? registration.email : "",
    course: { id: course.id, name: course.name },
    plan: { id: plan.id, name: plan.name },
    charge: plan.schedules[currency].now,
    reference: freshReference(world, "tuition"),
    now,
  });
}

/** The address of a learner of the run, by place. */
export const emailOf = (learner: number) => `learner-${learner}@example.com`;

function registrationFor({ plan }: World, learner: number, want: Want): Registration {
  const [firstName = "Nobody", lastName = "Known"] = plan.names[learner] ?? [];
  return filledRegistration({
    firstName,
    lastName,
    courseId: want.courseId,
    ...(want.type === "registration" &&
      want.inSeveral && { planId: want.inSeveral.planId, cohort: want.inSeveral.cohort }),
    email: emailOf(learner),
    phone: `+234801234${5600 + learner}`,
  });
}

export function freshReference({ time, random }: World, purpose: Order["purpose"]): string {
  return newReference(purpose, new Date(time.now), (bytes) => {
    for (const place of bytes.keys()) bytes[place] = random.between(0, 255);
  });
}

function found<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const item = items.find((each) => each.id === id);
  if (!item) throw new Error(`${id} is not offered.`);
  return item;
}
