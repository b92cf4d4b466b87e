import type { Tuition } from "~/domain/enrolment/charge.ts";
import type { PriceList } from "~/domain/enrolment/price-list.ts";
import { type Currency, type DualPrice, fromMinor, type Money } from "~/domain/money/money.ts";
import { priceList } from "../fixtures/enrolment.ts";
import type { World } from "./world.ts";

const raised = <Amount extends Money>({ currency, minor }: Amount) =>
  fromMinor(currency, Math.round(minor * 1.1));
const bothRaised = ({ NGN, USD }: DualPrice): DualPrice => ({ NGN: raised(NGN), USD: raised(USD) });

const raisedSchedule = <Schedule extends Tuition>(schedule: Schedule): Schedule => ({
  ...schedule,
  now: raised(schedule.now),
});
const raisedPlan = <
  Schedule extends Tuition,
  Plan extends { schedules: Readonly<Record<Currency, Schedule>> },
>(
  plan: Plan,
): Plan => ({
  ...plan,
  schedules: { NGN: raisedSchedule(plan.schedules.NGN), USD: raisedSchedule(plan.schedules.USD) },
});

/** The prices after a deploy: a tenth more for everything. */
const RAISED: PriceList = {
  ...priceList,
  fee: bothRaised(priceList.fee),
  registrationCourses: priceList.registrationCourses.map(({ price, plans, ...course }) => ({
    ...course,
    price: price && bothRaised(price),
    plans: plans.map(raisedPlan),
  })),
  pricingCourses: priceList.pricingCourses.map(({ plans, ...course }) => ({
    ...course,
    plans: plans.map(raisedPlan),
  })),
};

export const PRICE_LISTS: readonly PriceList[] = [priceList, RAISED];

/** What a page that is loaded now shows, and the edge that runs now asks. */
export function pricesNow({ time, start, plan }: World): PriceList {
  const isRaised = plan.pricesRise !== null && time.now - start >= plan.pricesRise;
  return isRaised ? RAISED : priceList;
}
