import type { PriceList } from "~/domain/enrolment/expected-charge.ts";
import { type DualPrice, fromMinor, type Money } from "~/domain/money/money.ts";
import { priceList } from "../fixtures/enrolment.ts";
import type { World } from "./world.ts";

const raised = <Amount extends Money>({ currency, minor }: Amount) =>
  fromMinor(currency, Math.round(minor * 1.1));
const bothRaised = ({ NGN, USD }: DualPrice): DualPrice => ({ NGN: raised(NGN), USD: raised(USD) });

/** The prices after a deploy: a tenth more for everything. */
const RAISED: PriceList = {
  ...priceList,
  fee: bothRaised(priceList.fee),
  registrationCourses: priceList.registrationCourses.map(({ price, ...course }) => ({
    ...course,
    price: price && bothRaised(price),
  })),
  pricingCourses: priceList.pricingCourses.map(({ plans, ...course }) => ({
    ...course,
    plans: plans.map(({ schedules: { NGN, USD }, ...plan }) => ({
      ...plan,
      schedules: { NGN: { ...NGN, now: raised(NGN.now) }, USD: { ...USD, now: raised(USD.now) } },
    })),
  })),
};

export const PRICE_LISTS: readonly PriceList[] = [priceList, RAISED];

/** What a page that is loaded now shows, and the edge that runs now asks. */
export function pricesNow({ time, start, plan }: World): PriceList {
  const isRaised = plan.pricesRise !== null && time.now - start >= plan.pricesRise;
  return isRaised ? RAISED : priceList;
}
