import type { PriceList } from "~/domain/enrolment/expected-charge.ts";
import { type DualPrice, fromMinor, type Money } from "~/domain/money/money.ts";
import type { PaymentPlan } from "~/domain/pricing/payment-plan.ts";
import { priceList } from "../fixtures/enrolment.ts";
import type { World } from "./world.ts";

const raised = <Amount extends Money>({ currency, minor }: Amount) =>
  fromMinor(currency, Math.round(minor * 1.1));
const bothRaised = ({ NGN, USD }: DualPrice): DualPrice => ({ NGN: raised(NGN), USD: raised(USD) });

const raisedPlan = ({ schedules: { NGN, USD }, ...plan }: PaymentPlan): PaymentPlan => ({
  ...plan,
  schedules: { NGN: { ...NGN, now: raised(NGN.now) }, USD: { ...USD, now: raised(USD.now) } },
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
